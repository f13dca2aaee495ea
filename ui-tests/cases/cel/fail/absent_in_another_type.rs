//! A field of another type that may be absent.
use kubewright::prelude::*;

#[schema(rule(cel = "self.limits.least > 0 && self.limits.maxSize in {1: true}", message = "must be so"))]
struct Listener {
    limits: Limits,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
