//! A delay has no value yet.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = MyAppCondition)]
pub enum MyAppError {
    #[error("one")]
    #[failure(transient, retry_after = )]
    One,
    #[error("two")]
    #[failure(transient)]
    Two,
}

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Err(MyAppError::One)
    }
}

fn main() {}
