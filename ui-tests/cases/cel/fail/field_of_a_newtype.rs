//! A field of a struct that has one without a name.
use kubewright::prelude::*;

#[schema(rule(cel = "self.text != ''", message = "must not be empty"))]
struct Name(String);

fn main() {}
