//! Entries of `watches(..)` have no names.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(token: Secret))]
pub struct MyAppSpec {}

fn main() {}
