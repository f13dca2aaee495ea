//! An attribute in place of a derive.
use kubewright::prelude::*;

#[derive(operator)]
pub struct MyAppSpec {}

fn main() {}
