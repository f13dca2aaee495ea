//! What no webhook does.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", webhook(valdate, mutate))]
pub struct MyAppSpec {}

fn main() {}
