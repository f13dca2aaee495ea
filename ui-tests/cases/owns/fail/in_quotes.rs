//! A kind is a type.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", owns("Deployment"), watches("ConfigMap"), reads("Secret"))]
pub struct MyAppSpec {}

fn main() {}
