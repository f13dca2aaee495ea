//! There is one number of replicas.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(scale)]
    pub replicas: i32,
    #[crd(scale)]
    pub others: i32,
}

fn main() {}
