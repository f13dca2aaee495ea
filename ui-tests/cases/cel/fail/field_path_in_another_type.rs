//! A path in JSON that leads to no field of another type.
use kubewright::prelude::*;

#[schema(rule(cel = "self.limits.maxSize < 10", message = "must be so", field_path = ".limits.minSize"))]
struct Listener {
    limits: Limits,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
