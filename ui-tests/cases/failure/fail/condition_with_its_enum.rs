//! The enum is named once, above.
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
    #[failure(permanent, condition = MyAppCondition::Invalid)]
    Broken,
}

fn main() {}
