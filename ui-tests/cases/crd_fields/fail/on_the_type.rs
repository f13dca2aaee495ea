//! An attribute of fields on the type.
use kubewright::prelude::*;

#[schema]
#[crd(column)]
pub struct Limits {
    pub cpu: i32,
}

fn main() {}
