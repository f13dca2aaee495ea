//! A string or an object.
use kubewright::prelude::*;

#[schema]
pub enum Storage {
    None,
    Volume { size: i32 },
}

fn main() {}
