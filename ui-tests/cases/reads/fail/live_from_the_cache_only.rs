//! Reading from the server what is only watched.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(group = "example.com", version = "v1", watches(ConfigMap), reads(Secret(live)))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _config = cx.live::<ConfigMap>("config").await;
        Ok(MyAppChildren {})
    }
}

fn main() {}
