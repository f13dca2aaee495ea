//! A group that is no domain.
use kubewright::prelude::*;

#[operator(group = "example", version = "v1")]
pub struct MyAppSpec {}

fn main() {}
