//! Two kinds without a comma.
use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::Service},
    prelude::*,
};

#[operator(group = "example.com", version = "v1", owns(Deployment Service))]
pub struct MyAppSpec {}

fn main() {}
