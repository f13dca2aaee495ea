//! Two expressions in one rule.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", cel = "self.port < 9", message = "must be so"))]
struct Listener {
    port: u16,
}

fn main() {}
