//! The condition does not exist, and the operator's check of its errors says nothing besides.
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
    Invalid,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = MyAppCondition)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, condition = Invlaid)]
    TooMany,
    #[failure(transient, condition = Invlaid)]
    TooFew,
}

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
