//! A finalizer has a name.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer)]
pub struct MyAppSpec {}

fn main() {}
