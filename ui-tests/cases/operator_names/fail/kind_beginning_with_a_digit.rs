//! A kind is a name of Rust's.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", kind = 2App)]
pub struct MyAppSpec {}

fn main() {}
