//! A title without letters.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(column(name = ""))]
    pub cpu: i32,
}

fn main() {}
