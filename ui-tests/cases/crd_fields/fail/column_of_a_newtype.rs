//! The type has the path of where it is used.
use kubewright::prelude::*;

#[schema]
pub struct Name(#[crd(column)] String);

fn main() {}
