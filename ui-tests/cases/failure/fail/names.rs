//! Conditions, reasons and fields that can't be.
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
    #[failure(permanent, condition = Ready)]
    SetsReady,
    #[failure(permanent, reason = "too many")]
    TooMany,
    #[failure(permanent, field = "replicas")]
    NoField,
}

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum OtherError {
    #[failure(permanent, condition = Invalid)]
    InWhichEnum,
}

fn main() {}
