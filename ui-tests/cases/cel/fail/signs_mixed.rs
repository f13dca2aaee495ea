//! `!` and `-` in a row.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "!-self > 0", message = "must be above 0"))]
    port: u16,
}

fn main() {}
