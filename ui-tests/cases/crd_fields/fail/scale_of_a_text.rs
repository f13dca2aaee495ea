//! Replicas are counted.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(scale)]
    pub replicas: String,
}

fn main() {}
