//! A function as other languages call it.
use kubewright::prelude::*;

#[schema(rule(cel = "self.name.length() > 3", message = "must be so"))]
struct Listener {
    name: String,
}

fn main() {}
