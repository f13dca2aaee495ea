//! A parenthesis that nothing closes.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "(self > 0 || self < 10", message = "must be a port"))]
    port: u16,
}

fn main() {}
