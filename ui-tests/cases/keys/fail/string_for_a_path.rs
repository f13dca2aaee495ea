//! A type in quotes.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status = "MyAppStatus", state = "Clients")]
pub struct MyAppSpec {}

fn main() {}
