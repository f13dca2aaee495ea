//! The version of some software in place of the API's.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1.0")]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "1")]
pub struct SecondSpec {}

fn main() {}
