//! A version in capitals.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "V1")]
pub struct MyAppSpec {}

fn main() {}
