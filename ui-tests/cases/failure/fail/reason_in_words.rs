//! A reason is one word.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, reason = "too many")]
    TooMany,
    #[failure(permanent, reason = "")]
    Empty,
}

fn main() {}
