//! A text without quotes.
use kubewright::prelude::*;

const GROUP: &str = "example.com";

#[operator(group = GROUP, version = v1)]
pub struct MyAppSpec {}

fn main() {}
