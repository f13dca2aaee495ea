//! A singular without letters.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", singular = "")]
pub struct MyAppSpec {}

fn main() {}
