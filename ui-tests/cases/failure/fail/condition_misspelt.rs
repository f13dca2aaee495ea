//! A condition that the enum does not have.
use kubewright::prelude::*;

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
}

fn main() {}
