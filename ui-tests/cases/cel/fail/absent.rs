//! A field that may be absent, taken as if it were there.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > self.least", message = "must be so"))]
struct Listener {
    port: Option<u16>,
    host: Option<String>,
    least: u16,
}

fn main() {}
