//! A function that needs no value before it, misspelt.
use kubewright::prelude::*;

#[schema(rule(cel = "quantitty(self.size).isGreaterThan(quantity('1'))", message = "must be so"))]
struct Listener {
    size: String,
}

fn main() {}
