//! A reason that the API server does not know.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be above 0", reason = Invalid))]
struct Listener {
    port: u16,
}

fn main() {}
