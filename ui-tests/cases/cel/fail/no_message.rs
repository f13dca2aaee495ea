//! A rule without a message.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0"))]
struct Listener {
    port: u16,
}

fn main() {}
