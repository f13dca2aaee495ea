//! An attribute without what it is for.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure]
    Broken,
    #[failure = "transient"]
    AlsoBroken,
}

fn main() {}
