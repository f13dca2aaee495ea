//! A list whose items differ.
use kubewright::prelude::*;

#[schema]
pub struct Pair(i32, String);

fn main() {}
