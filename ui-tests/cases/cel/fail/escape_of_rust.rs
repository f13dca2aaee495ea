//! A backslash that Rust takes, so that CEL sees one only.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self.matches('^\\d+$')", message = "must be digits"))]
    name: String,
}

fn main() {}
