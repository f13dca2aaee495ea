//! What is no type.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Deployment))]
pub fn my_app() {}

#[schema]
pub trait Limits {}

#[status]
pub type MyAppStatus = i32;

fn main() {}
