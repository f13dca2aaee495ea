//! A field of an enum without data, which is a text.
use kubewright::prelude::*;

#[schema(rule(cel = "self.kind == 'Tcp'", message = "must be TCP"))]
enum Mode {
    Tcp,
    Udp,
}

fn main() {}
