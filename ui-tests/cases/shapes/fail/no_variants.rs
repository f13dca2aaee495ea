//! An enum that nothing can be.
use kubewright::prelude::*;

#[schema]
pub enum Never {}

fn main() {}
