//! Something behind a value.
use kubewright::prelude::*;

#[operator(group = "example.com" / "v1", version = "v1")]
pub struct MyAppSpec {}

fn main() {}
