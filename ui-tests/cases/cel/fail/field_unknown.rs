//! A field of another struct.
use kubewright::prelude::*;

#[schema(rule(cel = "self.colour == 'red'", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
