//! Names of entries become parts of names in the cluster.
use kubewright::{k8s::core::v1::{ConfigMap, Secret}, prelude::*};

#[operator(
    group = "example.com",
    version = "v1",
    owns(_: ConfigMap, Deploy: Secret, größe: Secret, _first: Secret, last_: Vec<Secret>, Self),
    watches(Self),
    reads(Option<Self>)
)]
pub struct MyAppSpec {}

fn main() {}
