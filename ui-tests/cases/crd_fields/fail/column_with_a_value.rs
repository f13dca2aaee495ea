//! A title has a key of its own.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(column = "Memory")]
    pub memory: i32,
}

fn main() {}
