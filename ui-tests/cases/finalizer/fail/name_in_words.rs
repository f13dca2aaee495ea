//! A name that no finalizer can have.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "my.dev/a name")]
pub struct MyAppSpec {}

fn main() {}
