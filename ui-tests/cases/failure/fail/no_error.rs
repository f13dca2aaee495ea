//! An enum that is no error.
use kubewright::prelude::*;

#[derive(Debug, Failure)]
pub enum MyAppError {
    #[failure(transient)]
    Broken,
}

fn main() {}
