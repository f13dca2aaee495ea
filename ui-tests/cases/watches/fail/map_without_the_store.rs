//! A function with one parameter.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret(map = wakes)))]
pub struct MyAppSpec {}

fn wakes(_secret: &Secret) -> Vec<ObjectKey> {
    Vec::new()
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
