//! A message that is no expression.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message_expression = "'port ' + "))]
struct Listener {
    port: u16,
}

fn main() {}
