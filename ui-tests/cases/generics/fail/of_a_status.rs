//! A status of one type.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus<T> {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<T>,
}

fn main() {}
