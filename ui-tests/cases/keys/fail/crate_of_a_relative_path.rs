//! A path that means something else in each module.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", crate = kubewright)]
pub struct MyAppSpec {}

#[schema(crate = kubewright)]
pub struct Nested {}

fn main() {}
