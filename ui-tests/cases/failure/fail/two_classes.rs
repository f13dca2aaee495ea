//! A variant is of one class.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(transient, permanent)]
    Both,
}

fn main() {}
