//! The path of a field begins at the object.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(permanent, field = "replicas")]
    Relative,
    #[failure(permanent, field = ".spec.replicas")]
    LeadingDot,
    #[failure(permanent, field = "status.replicas")]
    OfTheStatus,
}

fn main() {}
