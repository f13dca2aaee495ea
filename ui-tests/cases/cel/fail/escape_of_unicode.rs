//! An escape that names no character.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = r"self != '\ud800'", message = "must be a text"))]
    name: String,
}

fn main() {}
