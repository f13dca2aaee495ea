//! Two operators of one kind in one module.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", kind = MyApp)]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v2", kind = MyApp)]
pub struct SecondSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
