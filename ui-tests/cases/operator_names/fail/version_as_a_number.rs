//! A version is a text.
use kubewright::prelude::*;

#[operator(group = "example.com", version = 1)]
pub struct MyAppSpec {}

fn main() {}
