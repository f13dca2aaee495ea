//! One kind in two entries, and one name for two entries.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret, Service},
    prelude::*,
};

#[operator(
    group = "example.com", version = "v1",
    owns(ConfigMap, ConfigMap, service: Secret, Service),
    watches(Secret, Secret),
    reads(Secret),
)]
pub struct MyAppSpec {}

fn main() {}
