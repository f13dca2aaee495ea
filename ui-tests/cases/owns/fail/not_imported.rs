//! A kind that is not in scope.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", owns(Deployment))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { deployment: Default::default() })
    }
}

fn main() {}
