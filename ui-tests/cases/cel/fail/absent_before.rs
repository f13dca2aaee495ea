//! A field that may have been absent before.
use kubewright::prelude::*;

#[schema(rule(cel = "oldSelf.port == self.least", message = "must be so"))]
struct Listener {
    port: Option<u16>,
    host: Option<String>,
    least: u16,
}

fn main() {}
