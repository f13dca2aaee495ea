//! Defaults that can't be.
use kubewright::prelude::*;

#[schema]
pub struct OfAnotherType {
    #[crd(default = true)]
    pub replicas: i32,
}

#[schema]
pub struct Optional {
    #[crd(default = 1)]
    pub replicas: Option<i32>,
}

#[schema]
pub struct Twice {
    #[crd(default = 1)]
    #[serde(default)]
    pub replicas: i32,
}

fn main() {}
