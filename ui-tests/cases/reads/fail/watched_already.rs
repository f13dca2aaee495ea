//! Who watches a kind may read it.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret), reads(Secret))]
pub struct MyAppSpec {}

fn main() {}
