//! What no JSON can be read as.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    pub made: fn() -> i32,
    pub any: Box<dyn std::fmt::Debug>,
    pub raw: Option<Vec<*const u8>>,
    pub names: [String],
}

#[schema]
pub enum Source {
    Made(fn() -> i32),
    Pair { both: (i32, String) },
}

fn main() {}
