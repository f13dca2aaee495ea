//! What is waited for is no fault, so no condition and no field is at fault, and it needs no delay.
use kubewright::prelude::*;

#[derive(ConditionType)]
enum Condition {
    Ready,
    Invalid,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = Condition)]
enum Error {
    #[error("the Service has no address yet")]
    #[failure(waiting, condition = Invalid, field = "spec.port")]
    NoAddress,
    #[error("not yet")]
    #[failure(waiting, retry_after = "30s")]
    NotYet,
}

fn main() {}
