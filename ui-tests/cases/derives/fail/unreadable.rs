//! A list of derives that can't be read.
use kubewright::prelude::*;

#[schema]
#[derive(PartialEq, "Eq")]
pub struct Limits {
    pub cpu: i32,
}

fn main() {}
