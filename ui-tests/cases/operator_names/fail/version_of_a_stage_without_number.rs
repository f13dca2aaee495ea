//! An alpha version says which.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1alpha")]
pub struct MyAppSpec {}

fn main() {}
