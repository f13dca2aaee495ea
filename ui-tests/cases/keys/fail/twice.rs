//! A key that is given twice.
use kubewright::prelude::*;

#[operator(group = "example.com", group = "example.org", version = "v1")]
pub struct MyAppSpec {}

fn main() {}
