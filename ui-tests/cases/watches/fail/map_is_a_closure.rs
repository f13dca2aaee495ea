//! A closure has no path.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret(map = |secret, store| Vec::new())))]
pub struct MyAppSpec {}

fn main() {}
