//! The wrapped error does not say what it means.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(from_source)]
    Io(std::io::Error),
}

fn main() {}
