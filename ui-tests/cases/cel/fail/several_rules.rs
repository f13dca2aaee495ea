//! Everything that is wrong with several rules is told at once.
use kubewright::prelude::*;

#[schema(rule(cel = "slef.port > 0", message = "must be so"),
    rule(cel = "self.port >", message = "must be so"),
    rule(cel = "self.prot > 0 && self.names.all(n, m)", message = "must be so"))]
struct Listener {
    port: u16,
    max_port: u16,
    names: Vec<String>,
}

fn main() {}
