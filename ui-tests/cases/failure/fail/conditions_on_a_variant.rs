//! The enum of conditions is named once.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, conditions = MyAppCondition)]
    Broken,
}

fn main() {}
