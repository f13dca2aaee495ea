//! Classes that do not exist.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(transiend)]
    Misspelt,
    #[failure(retry)]
    Other,
    #[failure(wait)]
    Third,
}

fn main() {}
