//! There are two scopes.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", scope = Clustered)]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", scope = Global)]
pub struct SecondSpec {}

fn main() {}
