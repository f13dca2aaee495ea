//! `live` misspelt, with a value, twice.
use kubewright::{
    k8s::core::v1::{ConfigMap, Node, Pod, Secret},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    reads(ConfigMap(life), Node(live = true), Secret(live, live), Pod(cached)),
)]
pub struct MyAppSpec {}

fn main() {}
