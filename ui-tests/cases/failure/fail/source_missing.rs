//! Nothing is wrapped, or more than one thing.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(from_source)]
    Sourceless,
    #[failure(from_source)]
    Two(std::convert::Infallible, u8),
}

fn main() {}
