//! An operator has one finalizer.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "example.com/a", finalizer = "example.com/b")]
pub struct MyAppSpec {}

fn main() {}
