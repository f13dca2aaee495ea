//! Reading from the server what is not declared.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(group = "example.com", version = "v1", reads(ConfigMap(live)))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _secret = cx.live::<Secret>("token").await;
        Ok(MyAppChildren {})
    }
}

fn main() {}
