//! `Self` is no status: the struct has its own name.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status = Self)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
