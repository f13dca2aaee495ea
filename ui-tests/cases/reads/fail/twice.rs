//! One kind twice.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", reads(Secret, Secret))]
pub struct MyAppSpec {}

fn main() {}
