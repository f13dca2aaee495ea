//! The same short name again.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", short_name = "ma", short_name = "ma")]
pub struct MyAppSpec {}

fn main() {}
