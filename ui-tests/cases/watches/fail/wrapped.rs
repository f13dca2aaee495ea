//! How many there are is not for the watch to say.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Option<Secret>), reads(Vec<Secret>))]
pub struct MyAppSpec {}

fn main() {}
