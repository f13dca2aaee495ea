//! A webhook for nothing.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", webhook())]
pub struct MyAppSpec {}

fn main() {}
