//! Labels of this sort begin with a letter.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", plural = "3apps")]
pub struct MyAppSpec {}

fn main() {}
