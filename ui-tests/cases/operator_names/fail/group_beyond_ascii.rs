//! A domain that is not written as DNS has it.
use kubewright::prelude::*;

#[operator(group = "bücher.example", version = "v1")]
pub struct MyAppSpec {}

fn main() {}
