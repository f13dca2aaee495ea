//! The field of a list is a plural.
use kubewright::{k8s::core::v1::ConfigMap, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Vec<ConfigMap>))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { config_map: Vec::new() })
    }
}

fn main() {}
