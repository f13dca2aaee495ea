//! Reading is from memory: there is nothing to wait for.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", reads(Secret))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _secret = cx.get::<Secret>("token").await;
        Ok(MyAppChildren {})
    }
}

fn main() {}
