//! A field of an item of a list.
use kubewright::prelude::*;

#[schema(rule(cel = "self.names.all(n, n.text != '')", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
