//! A comparison with one `=`.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self = 80", message = "must be 80"))]
    port: u16,
}

fn main() {}
