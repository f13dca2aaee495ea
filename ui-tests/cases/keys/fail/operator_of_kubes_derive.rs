//! Keys of kube's own derive.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", namespaced, shortname = "ma", printcolumn = "{}")]
pub struct MyAppSpec {}

fn main() {}
