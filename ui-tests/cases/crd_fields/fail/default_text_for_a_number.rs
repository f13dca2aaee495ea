//! A text for a number.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default = "1")]
    pub replicas: i32,
}

fn main() {}
