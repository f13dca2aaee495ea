//! A module in place of its type.
use kubewright::{k8s::apps, prelude::*};

#[operator(group = "example.com", version = "v1", owns(apps::v1))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { v1: Default::default() })
    }
}

fn main() {}
