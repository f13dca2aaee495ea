//! A field of something that has none.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port.number > 0", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
