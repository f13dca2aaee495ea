//! A message with a line break.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be\nabove 0"))]
struct Listener {
    port: u16,
}

fn main() {}
