//! A field that may be absent, where something in it is asked for.
use kubewright::prelude::*;

#[schema(rule(cel = "!has(self.limits.least) || self.limits.least > 0", message = "must be so"))]
struct Listener {
    limits: Option<Limits>,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
