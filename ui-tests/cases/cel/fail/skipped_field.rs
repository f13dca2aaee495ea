//! A field that serde leaves out.
use kubewright::prelude::*;

#[schema(rule(cel = "self.hidden > 0", message = "must be so"))]
struct Listener {
    port: u16,
    #[serde(skip)]
    hidden: u16,
}

fn main() {}
