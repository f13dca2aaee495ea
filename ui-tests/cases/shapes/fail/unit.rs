//! A type without fields.
use kubewright::prelude::*;

#[schema]
pub struct Nothing;

fn main() {}
