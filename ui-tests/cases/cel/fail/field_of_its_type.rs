//! A field's own rule, about a field that its type does not have.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self.size > 0", message = "must be above 0"))]
    limits: Limits,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
