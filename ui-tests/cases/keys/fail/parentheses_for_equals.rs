//! `(..)` in place of `=`.
use kubewright::prelude::*;

#[operator(group("example.com"), version("v1"))]
pub struct MyAppSpec {}

fn main() {}
