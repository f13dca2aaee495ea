//! A domain is a DNS name.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "My.dev/x")]
pub struct MyAppSpec {}

fn main() {}
