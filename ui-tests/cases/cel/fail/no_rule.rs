//! A message without a rule.
use kubewright::prelude::*;

#[schema(rule(message = "must be above 0"))]
struct Listener {
    port: u16,
}

fn main() {}
