//! Group and version are left out.
use kubewright::prelude::*;

#[operator(short_name = "ma")]
pub struct MyAppSpec {}

#[operator]
pub struct OtherSpec {}

fn main() {}
