//! `if` and `then`.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "if self > 0 then true", message = "must be above 0"))]
    port: u16,
}

fn main() {}
