//! A derive of the user's that the fields do not allow.
use kubewright::prelude::*;

#[schema]
#[derive(Copy)]
pub struct Limits {
    pub name: String,
}

fn main() {}
