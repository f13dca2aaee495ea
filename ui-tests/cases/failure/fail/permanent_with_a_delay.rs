//! Who is not tried again needs no delay.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, retry_after = "30s")]
    Delayed,
}

fn main() {}
