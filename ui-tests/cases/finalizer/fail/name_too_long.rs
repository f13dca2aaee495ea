//! More than 63 characters behind the domain.
use kubewright::prelude::*;

#[operator(
    group = "example.com",
    version = "v1",
    finalizer = "my.dev/a-name-of-more-than-sixty-three-characters-that-no-finalizer-can-have"
)]
pub struct MyAppSpec {}

fn main() {}
