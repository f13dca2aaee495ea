//! A variant that does not say whether trying again helps.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    Undecided,
    #[failure(reason = "NoClass")]
    AlsoUndecided,
}

fn main() {}
