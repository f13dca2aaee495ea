//! A value follows.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default)]
    pub replicas: i32,
}

fn main() {}
