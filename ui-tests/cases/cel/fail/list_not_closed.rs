//! A list that nothing closes.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self in [80, 443", message = "must be a port of the web"))]
    port: u16,
}

fn main() {}
