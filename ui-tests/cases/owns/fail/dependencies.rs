//! Entries that wait for something that is not there, for themselves, or twice.
use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::ConfigMap},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        Deployment(depends_on(confg, ConfigMap, deployment, database)),
        config: ConfigMap(depends_on = config),
        parts: Vec<ConfigMap>(depends_on(config, config)),
    )
)]
pub struct NamesSpec {}

#[operator(group = "example.com", version = "v1", owns(Deployment(depends_on = config)))]
pub struct AloneSpec {}

fn main() {}
