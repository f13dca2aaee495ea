//! The function itself, not what it returns.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret(map = wakes())))]
pub struct MyAppSpec {}

fn main() {}
