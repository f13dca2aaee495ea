//! Attributes of kube's own derive.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
#[kube(printcolumn = r#"{ "name": "Size", "jsonPath": ".spec.size", "type": "integer" }"#)]
pub struct MyAppSpec {}

fn main() {}
