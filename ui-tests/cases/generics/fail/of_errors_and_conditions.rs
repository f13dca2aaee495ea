//! Errors and conditions of one type.
use kubewright::prelude::*;

#[derive(Debug, Failure)]
pub enum MyAppError<T> {
    #[failure(transient)]
    Inner(T),
}

#[derive(ConditionType)]
pub enum MyAppCondition<'a> {
    Ready,
    Other(&'a str),
}

fn main() {}
