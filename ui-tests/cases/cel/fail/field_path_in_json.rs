//! A path in JSON that leads to no field.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be above 0", field_path = ".prot"))]
struct Listener {
    port: u16,
}

fn main() {}
