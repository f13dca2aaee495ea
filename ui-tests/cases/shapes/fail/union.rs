//! Nothing tells which field is meant.
use kubewright::prelude::*;

#[schema]
pub union Both {
    pub size: i32,
    pub count: u32,
}

fn main() {}
