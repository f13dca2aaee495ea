//! A message that says nothing.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = ""))]
struct Listener {
    port: u16,
}

fn main() {}
