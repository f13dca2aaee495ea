//! A word that CEL keeps for itself.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self > 0 && package", message = "must be above 0"))]
    port: u16,
}

fn main() {}
