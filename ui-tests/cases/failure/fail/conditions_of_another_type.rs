//! An enum that is no set of conditions.
use kubewright::prelude::*;

pub enum MyAppCondition {
    Ready,
    Invalid,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = MyAppCondition)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, condition = Invalid)]
    Broken,
}

fn main() {}
