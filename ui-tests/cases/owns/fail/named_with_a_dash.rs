//! An entry's name is a field's name.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(web-server: Deployment))]
pub struct MyAppSpec {}

fn main() {}
