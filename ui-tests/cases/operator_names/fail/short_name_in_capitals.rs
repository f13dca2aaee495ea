//! A short name that kubectl could not find.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", short_name = "MA")]
pub struct MyAppSpec {}

fn main() {}
