//! A condition, and nothing says of which enum.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, condition = Invalid)]
    Broken,
}

fn main() {}
