//! A group that is no DNS name.
use kubewright::prelude::*;

#[operator(group = "Example.com", version = "v1")]
pub struct MyAppSpec {}

fn main() {}
