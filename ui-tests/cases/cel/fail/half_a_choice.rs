//! A `?` without its `:`.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self > 0 ? self < 10", message = "must be from 1 to 9"))]
    port: u16,
}

fn main() {}
