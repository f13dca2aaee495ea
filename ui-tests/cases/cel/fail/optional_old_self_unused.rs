//! `optional_old_self` without `oldSelf`.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message = "must be above 0", optional_old_self))]
struct Listener {
    port: u16,
}

fn main() {}
