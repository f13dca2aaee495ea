//! A field of a field of the values of a map.
use kubewright::prelude::*;

#[schema(rule(cel = "self.limits['a'].limits.size > 0", message = "must be so"))]
struct Listener {
    limits: std::collections::BTreeMap<String, Outer>,
}

#[schema]
struct Outer {
    limits: Limits,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
