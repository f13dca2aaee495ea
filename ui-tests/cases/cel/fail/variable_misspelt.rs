//! A slip in the variable of a macro.
use kubewright::prelude::*;

#[schema(rule(cel = "self.names.all(name, nmae != '')", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
