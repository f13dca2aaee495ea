//! A field without `self`.
use kubewright::prelude::*;

#[schema(rule(cel = "max_port > 0", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
