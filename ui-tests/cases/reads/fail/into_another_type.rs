//! One kind is read, another is wanted.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(group = "example.com", version = "v1", reads(Secret, ConfigMap))]
pub struct MyAppSpec {}

fn hash(_secret: Option<std::sync::Arc<Secret>>) {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        hash(cx.get::<ConfigMap>("token"));
        Ok(MyAppChildren {})
    }
}

fn main() {}
