//! A path by a name in Rust, where `self` is a field's value.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self > 0", message = "must be above 0", field_path = port))]
    port: u16,
}

fn main() {}
