//! Serde leaves the field out.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[serde(skip)]
    #[crd(column)]
    pub hidden: i32,
}

fn main() {}
