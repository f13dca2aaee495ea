//! All logic is written for the spec.
use kubewright::prelude::*;

#[operator(
    group = "example.com",
    version = "v1",
    status = MyAppStatus,
    finalizer = "example.com/finalizer",
    webhook(validate)
)]
pub struct MyAppSpec {
    pub replicas: i32,
}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    pub ready: i32,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

impl Reconcile for MyAppSpec {
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
        status.ready = self.replicas;
        Ok(Action::await_change())
    }
}

impl Cleanup for MyAppSpec {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}

impl Validate for MyAppSpec {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, Self::Error> {
        Ok(Warnings::default())
    }
}

fn main() {}
