//! Variants without a class, with two, and with what their class can't have.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    Undecided,
    #[failure(reason = "NoClass")]
    AlsoUndecided,
    #[failure(transient, permanent)]
    Both,
    #[failure(permanent, retry_after = "30s")]
    Delayed,
    #[failure(transient, retry_after = "soon")]
    Soon,
    #[failure(from_source)]
    Sourceless,
    #[failure(from_source, reason = "Mine")]
    Overruled(std::convert::Infallible),
}

fn main() {}
