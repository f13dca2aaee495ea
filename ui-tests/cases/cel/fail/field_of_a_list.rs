//! A field of a list.
use kubewright::prelude::*;

#[schema(rule(cel = "self.names.first != ''", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
