//! A number in quotes.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", concurrency = "3")]
pub struct MyAppSpec {}

fn main() {}
