//! A variable of admission policies.
use kubewright::prelude::*;

#[schema(rule(cel = "request.operation == 'UPDATE'", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
