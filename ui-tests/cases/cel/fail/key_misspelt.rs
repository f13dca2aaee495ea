//! A slip in a key.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", mesage = "must be above 0"))]
struct Listener {
    port: u16,
}

fn main() {}
