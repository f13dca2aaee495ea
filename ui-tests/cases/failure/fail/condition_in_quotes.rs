//! Conditions and their enum are names.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = "MyAppCondition")]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, condition = "Invalid")]
    Broken,
}

fn main() {}
