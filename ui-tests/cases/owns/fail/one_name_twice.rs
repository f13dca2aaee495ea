//! One name for two entries, and a name that another entry gets from its kind.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret, Service},
    prelude::*,
};

#[operator(group = "example.com", version = "v1", owns(a: ConfigMap, a: Secret))]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", owns(service: Secret, Service))]
pub struct SecondSpec {}

fn main() {}
