//! One kind in two entries.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret, Secret))]
pub struct MyAppSpec {}

fn main() {}
