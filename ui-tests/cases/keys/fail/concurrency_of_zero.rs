//! No pass could ever run.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", concurrency = 0)]
pub struct MyAppSpec {}

fn main() {}
