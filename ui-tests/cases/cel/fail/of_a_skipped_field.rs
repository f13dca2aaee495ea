//! A rule on a field that serde leaves out.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[serde(skip)]
    #[crd(rule(cel = "self > 0", message = "must be above 0"))]
    port: u16,
}

fn main() {}
