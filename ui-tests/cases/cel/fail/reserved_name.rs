//! A field whose name CEL reserves.
use kubewright::prelude::*;

#[schema(rule(cel = "self.namespace != ''", message = "must be so"))]
struct Listener {
    namespace: String,
}

fn main() {}
