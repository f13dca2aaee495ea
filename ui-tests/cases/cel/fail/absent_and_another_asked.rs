//! A field that may be absent, where another one is asked for.
use kubewright::prelude::*;

#[schema(rule(cel = "!has(self.host) || self.port > 1024", message = "must be so"))]
struct Listener {
    port: Option<u16>,
    host: Option<String>,
    least: u16,
}

fn main() {}
