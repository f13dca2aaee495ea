//! A function with other capitals.
use kubewright::prelude::*;

#[schema(rule(cel = "self.name.startswith('a')", message = "must be so"))]
struct Listener {
    name: String,
}

fn main() {}
