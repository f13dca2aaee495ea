//! A slip in the name of a field of another type: the compiler asks that one.
use kubewright::prelude::*;

#[schema(rule(cel = "self.limits.maxSzie > 0", message = "must be so"))]
struct Listener {
    limits: Limits,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
