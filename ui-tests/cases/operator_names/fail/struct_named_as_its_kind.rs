//! The kind is another struct than its spec.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", kind = MyApp)]
pub struct MyApp {}

fn main() {}
