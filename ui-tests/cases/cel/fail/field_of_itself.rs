//! A field whose own rule looks for it in itself.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self.port > 0", message = "must be above 0"))]
    port: u16,
}

fn main() {}
