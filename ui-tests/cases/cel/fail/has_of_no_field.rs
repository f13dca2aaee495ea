//! `has` of something that is no field.
use kubewright::prelude::*;

#[schema(rule(cel = "has(self)", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
