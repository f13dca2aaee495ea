//! `observe` gets what is, not what is wanted.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }

    async fn observe(
        &self,
        _cx: &Context<Self>,
        _seen: &MyAppChildren,
        _status: &mut NoStatus,
    ) -> Result<Action, Self::Error> {
        Ok(Action::await_change())
    }
}

fn main() {}
