//! A list whose items differ, in a variant.
use kubewright::prelude::*;

#[schema]
pub enum Storage {
    Volume(i32, String),
    Bucket(String),
}

fn main() {}
