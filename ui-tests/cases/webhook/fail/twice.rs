//! One check is enough.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", webhook(validate, validate))]
pub struct MyAppSpec {}

fn main() {}
