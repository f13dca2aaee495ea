//! A rule on a field whose own fields stand in its place.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[serde(flatten)]
    #[crd(rule(cel = "self.maxSize > 0", message = "must be above 0"))]
    limits: Limits,
}

#[schema]
struct Limits {
    max_size: u32,
    least: Option<u32>,
}

fn main() {}
