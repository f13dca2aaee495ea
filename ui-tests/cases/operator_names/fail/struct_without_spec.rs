//! A struct whose name does not tell the kind.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyApp {}

fn main() {}
