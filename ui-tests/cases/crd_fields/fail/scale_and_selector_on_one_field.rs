//! A number is no selector.
use kubewright::prelude::*;

#[schema]
pub struct Counted {
    #[crd(scale, scale(selector))]
    pub replicas: i32,
}

fn main() {}
