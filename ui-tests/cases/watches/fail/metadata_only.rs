//! `metadata_only` with a value, twice, misspelt, and with what is no metadata.
use kubewright::{
    k8s::{
        apps::v1::{DaemonSet, Deployment},
        core::v1::{ConfigMap, Secret},
    },
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    watches(
        ConfigMap(metadata_only = true),
        DaemonSet(metadata_only, metadata_only),
        Deployment(metadata_only, on(generation, status)),
        Secret(metadata),
    ),
    reads(ConfigMap),
)]
pub struct MyAppSpec {}

fn main() {}
