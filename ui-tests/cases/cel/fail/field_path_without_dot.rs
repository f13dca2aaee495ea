//! A path in JSON without its dot.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be above 0", field_path = "port"))]
struct Listener {
    port: u16,
}

fn main() {}
