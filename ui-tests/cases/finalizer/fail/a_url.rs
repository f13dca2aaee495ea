//! A URL in place of a domain.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "https://example.com/cleanup")]
pub struct MyAppSpec {}

fn main() {}
