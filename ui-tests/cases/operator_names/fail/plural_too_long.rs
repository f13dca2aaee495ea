//! A plural of more than 63 characters.
use kubewright::prelude::*;

#[operator(
    group = "example.com",
    version = "v1",
    plural = "a-plural-of-more-than-sixty-three-characters-that-no-url-can-have"
)]
pub struct MyAppSpec {}

fn main() {}
