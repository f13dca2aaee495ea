//! A macro with a text for its variable.
use kubewright::prelude::*;

#[schema(rule(cel = "self.names.exists('n', true)", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
