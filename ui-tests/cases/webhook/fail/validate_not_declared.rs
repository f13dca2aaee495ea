//! A check that would never run.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

impl Validate for MyApp {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, Self::Error> {
        Ok(Warnings::none())
    }
}

fn main() {}
