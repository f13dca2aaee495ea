//! Durations that are none.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(transient, retry_after = "soon")]
    Soon,
    #[failure(transient, retry_after = "30")]
    OfNoUnit,
    #[failure(transient, retry_after = "0s")]
    AtOnce,
}

fn main() {}
