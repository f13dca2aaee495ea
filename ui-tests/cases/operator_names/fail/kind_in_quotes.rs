//! A kind is a name of Rust's, too.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", kind = "Application")]
pub struct MyAppSpec {}

fn main() {}
