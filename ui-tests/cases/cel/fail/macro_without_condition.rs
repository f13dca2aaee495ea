//! A macro without a condition.
use kubewright::prelude::*;

#[schema(rule(cel = "self.names.all(n)", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
