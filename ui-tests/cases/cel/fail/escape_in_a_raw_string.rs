//! The same in a raw string.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = r"self.matches('^\d+$')", message = "must be digits"))]
    name: String,
}

fn main() {}
