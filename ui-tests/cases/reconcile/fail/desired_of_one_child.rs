//! A child in place of the struct of all children.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Deployment))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<Deployment, Self::Error> {
        Ok(Deployment::default())
    }
}

fn main() {}
