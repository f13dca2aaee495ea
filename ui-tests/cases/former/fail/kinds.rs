//! Kinds that are owned still, are there twice, are the operator's own, or are none.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(
    group = "example.com", version = "v1",
    owns(ConfigMap),
    formerly_owns(ConfigMap, Secret, Vec<Secret>, MyApp, "Service", String),
)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { config_map: ConfigMap::default() })
    }
}

fn main() {}
