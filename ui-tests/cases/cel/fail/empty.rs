//! A rule that says nothing.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "", message = "must be above 0"))]
    port: u16,
}

fn main() {}
