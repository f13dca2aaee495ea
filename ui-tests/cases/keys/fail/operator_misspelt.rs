//! Keys that no operator has.
use kubewright::prelude::*;

#[operator(groop = "example.com", group = "example.com", version = "v1", finaliser = "example.com/x")]
pub struct MyAppSpec {}

fn main() {}
