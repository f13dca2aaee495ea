//! A slip in `self`.
use kubewright::prelude::*;

#[schema(rule(cel = "slef.port > 0", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
