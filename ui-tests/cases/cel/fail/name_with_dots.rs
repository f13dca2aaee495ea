//! A field whose name CEL would take for several.
use kubewright::prelude::*;

#[schema(rule(cel = "self.example.com != ''", message = "must be so"))]
struct Listener {
    #[serde(rename = "example.com/name")]
    name: String,
}

fn main() {}
