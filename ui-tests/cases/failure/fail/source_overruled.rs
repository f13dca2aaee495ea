//! The wrapped error says all of this.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(from_source, reason = "Mine", retry_after = "30s")]
    Overruled(std::convert::Infallible),
}

fn main() {}
