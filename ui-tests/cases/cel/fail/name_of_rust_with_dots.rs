//! A field by its name in Rust, whose name in JSON CEL can not read.
use kubewright::prelude::*;

#[schema(rule(cel = "self.name != ''", message = "must be so"))]
struct Listener {
    #[serde(rename = "example.com/name")]
    name: String,
}

fn main() {}
