//! Each variant has its own class.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[failure(permanent)]
#[error("broken")]
pub enum MyAppError {
    Broken,
}

fn main() {}
