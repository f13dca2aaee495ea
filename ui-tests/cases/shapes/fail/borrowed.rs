//! Objects live longer than what they are read from.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    pub name: &'static str,
    pub ports: Option<&'static [u16]>,
}

fn main() {}
