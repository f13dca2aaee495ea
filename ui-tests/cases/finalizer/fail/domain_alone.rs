//! A finalizer without a name behind its domain.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "my.dev")]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", finalizer = "my.dev/")]
pub struct SecondSpec {}

fn main() {}
