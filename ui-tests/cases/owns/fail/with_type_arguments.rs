//! Kinds have no type arguments.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Deployment<Web>))]
pub struct MyAppSpec {}

fn main() {}
