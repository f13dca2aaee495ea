//! A name that no label can hold.
use kubewright::prelude::*;

#[operator(
    group = "example.com",
    version = "v1",
    name = "a-name-of-more-than-sixty-three-characters-that-no-label-can-hold"
)]
pub struct MyAppSpec {}

fn main() {}
