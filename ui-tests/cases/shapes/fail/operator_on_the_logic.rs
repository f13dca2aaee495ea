//! The macro belongs to the spec.
use kubewright::prelude::*;

pub struct MyApp;

#[operator(group = "example.com", version = "v1")]
impl MyApp {}

fn main() {}
