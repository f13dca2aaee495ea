//! A text without its second mark.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self.matches('^[a-z]+$)", message = "must be small letters"))]
    name: String,
}

fn main() {}
