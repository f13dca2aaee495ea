//! A field that items of a list do not have.
use kubewright::prelude::*;

#[schema(rule(cel = "self.limits.all(l, l.maxSize > 0 && l.minSize > 0)", message = "must be so"))]
struct Listener {
    limits: Vec<Limits>,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
