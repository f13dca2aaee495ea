//! An entry's name stands before a colon.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(web = Deployment))]
pub struct MyAppSpec {}

fn main() {}
