//! A duration is a text.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(transient, retry_after = 30)]
    Seconds,
    #[failure(transient, retry_after(seconds = 30))]
    List,
}

fn main() {}
