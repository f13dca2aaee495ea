//! A flag stands alone.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", webhook(validate = true))]
pub struct MyAppSpec {
    #[crd(scale = true)]
    pub replicas: i32,
}

fn main() {}
