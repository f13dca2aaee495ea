//! The operator's name is a label's value, too.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", name = "My Operator")]
pub struct MyAppSpec {}

fn main() {}
