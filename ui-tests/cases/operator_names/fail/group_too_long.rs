//! A group of more than 253 characters.
use kubewright::prelude::*;

#[operator(
    group = "a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label.a-part-of-forty-characters-that-is-a-label",
    version = "v1"
)]
pub struct MyAppSpec {}

fn main() {}
