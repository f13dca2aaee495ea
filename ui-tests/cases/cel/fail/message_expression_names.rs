//! A message with a slip in a name.
use kubewright::prelude::*;

#[schema(rule(cel = "self.port > 0", message_expression = "'port ' + string(self.prot)"))]
struct Listener {
    port: u16,
}

fn main() {}
