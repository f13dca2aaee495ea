//! A rule without parentheses.
use kubewright::prelude::*;

#[schema(rule = "self.port > 0")]
struct Listener {
    port: u16,
}

fn main() {}
