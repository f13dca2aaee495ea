//! A type without a schema in a status, which code uses.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status = MyAppStatus)]
pub struct MyAppSpec {}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    pub usage: Usage,
}

#[derive(Default)]
pub struct Usage {
    pub cpu: i32,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
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
        status: &mut MyAppStatus,
    ) -> Result<Action, Self::Error> {
        status.usage.cpu = status.clone().usage.cpu + 1;
        Ok(Action::await_change())
    }
}

fn main() {}
