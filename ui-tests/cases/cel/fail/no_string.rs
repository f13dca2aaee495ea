//! A rule without quotation marks.
use kubewright::prelude::*;

#[schema(rule(cel = self.port > 0, message = "must be above 0"))]
struct Listener {
    port: u16,
}

fn main() {}
