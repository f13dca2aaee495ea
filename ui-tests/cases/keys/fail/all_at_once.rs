//! What can't be read and what may not be are told together.
use kubewright::prelude::*;

#[operator(group = "example", version = v1, finaliser = "example.com/x", plural = "MyApps", owns("Secret"))]
pub struct MyAppSpec {
    #[crd(colum)]
    pub image: String,
    #[crd(scale)]
    pub replicas: Option<i32>,
}

fn main() {}
