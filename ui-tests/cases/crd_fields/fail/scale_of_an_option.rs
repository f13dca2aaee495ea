//! The server would find no number.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(scale)]
    pub replicas: Option<i32>,
}

fn main() {}
