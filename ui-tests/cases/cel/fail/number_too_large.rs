//! A number that no integer of CEL holds.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self < 99999999999999999999", message = "must be small"))]
    port: u16,
}

fn main() {}
