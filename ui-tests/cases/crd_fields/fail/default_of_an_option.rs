//! What has a default is never absent.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default = 1)]
    pub replicas: Option<i32>,
}

fn main() {}
