//! A path behind the domain.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "my.dev/myapp/cleanup")]
pub struct MyAppSpec {}

fn main() {}
