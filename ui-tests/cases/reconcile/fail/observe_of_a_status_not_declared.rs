//! A status that the declaration does not name.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }

    async fn observe(
        &self,
        _cx: &Context<Self>,
        _seen: &MyAppObserved,
        _status: &mut MyAppStatus,
    ) -> Result<Action, Self::Error> {
        Ok(Action::await_change())
    }
}

fn main() {}
