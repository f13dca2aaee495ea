//! What is no enum.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub struct MyAppError;

fn main() {}
