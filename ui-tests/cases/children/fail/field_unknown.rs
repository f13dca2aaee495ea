//! A child that was not declared.
use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::Service},
    prelude::*,
};

#[operator(group = "example.com", version = "v1", owns(Deployment))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { deployment: Deployment::default(), service: Service::default() })
    }
}

fn main() {}
