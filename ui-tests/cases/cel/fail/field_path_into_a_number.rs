//! A path in JSON that goes on behind its end.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be above 0", field_path = ".port.number"))]
struct Listener {
    port: u16,
}

fn main() {}
