//! A default of another type than its field.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default = true)]
    pub replicas: i32,
}

fn main() {}
