//! A field by its name in Rust.
use kubewright::prelude::*;

#[schema(rule(cel = "self.max_port > 0", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
