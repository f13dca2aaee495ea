//! The server counts with 32 bits.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(scale)]
    pub replicas: i64,
}

fn main() {}
