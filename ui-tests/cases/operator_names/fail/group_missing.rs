//! No group.
use kubewright::prelude::*;

#[operator(version = "v1")]
pub struct MyAppSpec {}

fn main() {}
