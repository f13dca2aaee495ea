//! Short names that are names of the kind already.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", short_name = "firsts")]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", short_name = "second")]
pub struct SecondSpec {}

fn main() {}
