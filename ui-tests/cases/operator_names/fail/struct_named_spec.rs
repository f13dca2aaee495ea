//! A name without a kind in it.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct Spec {}

fn main() {}
