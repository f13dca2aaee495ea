//! An enum that does not exist.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = MyAppCondition)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, condition = Invalid)]
    Broken,
}

fn main() {}
