//! A slip in the name of a field.
use kubewright::prelude::*;

#[schema(rule(cel = "self.maxPrt > 0", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
