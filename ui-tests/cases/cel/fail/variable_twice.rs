//! A macro with one name for two variables.
use kubewright::prelude::*;

#[schema(rule(cel = "self.names.all(i, i, i != '')", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
