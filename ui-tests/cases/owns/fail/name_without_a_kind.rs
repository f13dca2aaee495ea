//! A name and nothing behind it.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", owns(web:))]
pub struct MyAppSpec {}

fn main() {}
