//! A path of Rust.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be above 0", field_path = limits.memory))]
struct Listener {
    port: u16,
}

fn main() {}
