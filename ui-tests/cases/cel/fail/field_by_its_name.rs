//! A field whose own rule calls it by its name.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "port > 0", message = "must be above 0"))]
    port: u16,
}

fn main() {}
