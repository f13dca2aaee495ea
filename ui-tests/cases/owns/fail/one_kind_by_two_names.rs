//! What no look at the names can see.
use kubewright::{k8s::core::v1::ConfigMap, prelude::*};

type Config = ConfigMap;

#[operator(group = "example.com", version = "v1", owns(ConfigMap, extra: Config))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { config_map: ConfigMap::default(), extra: Config::default() })
    }
}

fn main() {}
