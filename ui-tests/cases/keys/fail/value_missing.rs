//! Keys without values.
use kubewright::prelude::*;

#[operator(group, version = )]
pub struct MyAppSpec {}

fn main() {}
