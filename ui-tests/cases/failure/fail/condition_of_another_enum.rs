//! The errors speak of another set of conditions than the status.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status = MyAppStatus)]
pub struct MyAppSpec {}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

#[derive(ConditionType)]
pub enum OtherCondition {
    Ready,
    Invalid,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = OtherCondition)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, condition = Invalid)]
    TooMany,
}

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
