//! A reference to a kind.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(&Deployment))]
pub struct MyAppSpec {}

fn main() {}
