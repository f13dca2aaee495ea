//! A watch has no function yet.
use kubewright::{k8s::core::v1::ConfigMap, prelude::*};

#[operator(group = "example.com", version = "v1", watches(ConfigMap(map = )))]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _ = _cx.get::<ConfigMap>("name");
        Ok(MyAppChildren {})
    }
}

fn main() {}
