//! A field has no class.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(transient)]
    Broken(#[failure(from_source)] std::convert::Infallible),
}

fn main() {}
