//! Options that no entry has.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Deployment(replicas = 3)))]
pub struct MyAppSpec {}

fn main() {}
