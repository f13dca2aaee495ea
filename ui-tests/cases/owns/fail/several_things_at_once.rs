//! Entries that are wrong each in its own way, and code that names what they were meant to be.
use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Secret, Service},
    },
    prelude::*,
};

#[operator(group = "example.com", version = "v1", owns(web-server: Deployment, Box<Service>, keys = Secret ConfigMap))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { web_server: Deployment::default(), service: Service::default(), keys: Secret::default(), config_map: ConfigMap::default() })
    }
}

fn main() {}
