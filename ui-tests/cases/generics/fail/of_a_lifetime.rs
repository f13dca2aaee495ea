//! Objects borrow nothing.
use kubewright::prelude::*;

#[schema]
pub struct Limits<'a> {
    pub name: &'a str,
}

fn main() {}
