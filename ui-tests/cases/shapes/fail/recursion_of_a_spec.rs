//! A spec that contains itself.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    pub inner: Vec<MyAppSpec>,
}

fn main() {}
