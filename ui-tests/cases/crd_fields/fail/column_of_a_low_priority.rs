//! A priority below zero.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(column(priority = -1))]
    pub cpu: i32,
}

fn main() {}
