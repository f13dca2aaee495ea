//! Plural and group are good, their sum is too long.
use kubewright::prelude::*;

#[operator(
    group = "a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label.tenants.example.com",
    version = "v1",
    plural = "a-plural-of-sixty-three-characters-which-is-as-much-as-can-be-a"
)]
pub struct MyAppSpec {}

fn main() {}
