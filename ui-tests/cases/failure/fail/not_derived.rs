//! An error that does not say what it means.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

#[derive(Debug, thiserror::Error)]
#[error("broken")]
pub struct MyAppError;

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
