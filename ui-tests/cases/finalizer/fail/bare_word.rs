//! A finalizer without a domain.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "cleanup")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}

fn main() {}
