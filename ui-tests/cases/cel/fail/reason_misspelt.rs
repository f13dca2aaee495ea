//! A slip in a reason.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be above 0", reason = FieldValueInvald))]
struct Listener {
    port: u16,
}

fn main() {}
