//! No arguments at all, with and without parentheses.
use kubewright::prelude::*;

#[operator]
pub struct FirstSpec {}

#[operator()]
pub struct SecondSpec {}

fn main() {}
