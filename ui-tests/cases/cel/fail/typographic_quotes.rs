//! Quotation marks of a word processor, behind a letter of two bytes.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self.startsWith('ä') && self != “b”", message = "must begin with an ä"))]
    name: String,
}

fn main() {}
