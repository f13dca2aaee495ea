//! A cleanup says what it reached, not when to come again.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "example.com/cleanup")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Action, Self::Error> {
        Ok(Action::await_change())
    }
}

fn main() {}
