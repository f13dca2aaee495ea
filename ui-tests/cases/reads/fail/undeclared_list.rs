//! Listing a kind that is not declared anywhere.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _secrets = cx.list::<Secret>("app=x");
        Ok(MyAppChildren {})
    }
}

fn main() {}
