//! Texts for a number and for a flag.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default = "1")]
    pub replicas: i32,
    #[crd(default = "yes")]
    pub debug: bool,
}

fn main() {}
