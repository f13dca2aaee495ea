//! A value that does not exist.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default = DEFAULT_REPLICAS)]
    pub replicas: i32,
}

fn main() {}
