//! An option that no entry has.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret(mapp = wakes)))]
pub struct MyAppSpec {}

fn main() {}
