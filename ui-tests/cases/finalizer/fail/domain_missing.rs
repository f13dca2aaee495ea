//! Nothing before the `/`.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "/cleanup")]
pub struct MyAppSpec {}

fn main() {}
