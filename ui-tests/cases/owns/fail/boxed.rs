//! A wrapper that says nothing about how many there are.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Box<Deployment>))]
pub struct MyAppSpec {}

fn main() {}
