//! A list of options.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Vec<Option<Deployment>>))]
pub struct MyAppSpec {}

fn main() {}
