//! A function behind `.?`.
use kubewright::prelude::*;

#[schema(rule(cel = "self.name.?size() > 1", message = "must be so"))]
struct Listener {
    name: String,
}

fn main() {}
