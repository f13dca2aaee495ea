//! The same category again, and one that can't be.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", category = "all", category = "all")]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", category = "all!")]
pub struct SecondSpec {}

fn main() {}
