//! The variable of a macro behind its end.
use kubewright::prelude::*;

#[schema(rule(cel = "self.names.all(n, n != '') && n != 'a'", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
