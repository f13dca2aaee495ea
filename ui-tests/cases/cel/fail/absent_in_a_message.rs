//! A field that may be absent, in the message.
use kubewright::prelude::*;

#[schema(rule(cel = "self.least > 0", message_expression = "'not with port ' + string(self.port)"))]
struct Listener {
    port: Option<u16>,
    host: Option<String>,
    least: u16,
}

fn main() {}
