//! A scope is a name.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", scope = "Cluster")]
pub struct MyAppSpec {}

fn main() {}
