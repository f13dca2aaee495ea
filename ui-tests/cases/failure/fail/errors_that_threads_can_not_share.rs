//! An error that holds what threads can't share.
use kubewright::prelude::*;

#[derive(Debug, thiserror::Error, Failure)]
pub enum MyAppError {
    #[error("broken")]
    #[failure(transient)]
    Broken(std::rc::Rc<str>),
}

fn main() {}
