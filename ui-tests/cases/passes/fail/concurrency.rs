//! Passes at a time.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", concurrency = 0)]
pub struct NoneSpec {}

#[operator(group = "example.com", version = "v1", concurrency = 100_000)]
pub struct CrowdSpec {}

#[operator(group = "example.com", version = "v1", concurrency = -4)]
pub struct NegativeSpec {}

fn main() {}
