//! A type of the standard library that no JSON holds.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    pub since: std::time::Instant,
}

fn main() {}
