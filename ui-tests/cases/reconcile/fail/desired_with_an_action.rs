//! An action belongs to `observe`.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<Action, Self::Error> {
        Ok(Action::await_change())
    }
}

fn main() {}
