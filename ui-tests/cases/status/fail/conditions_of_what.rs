//! Conditions without their types, optional ones, and those of no enum.
use kubewright::prelude::*;

#[status]
pub struct FirstStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions,
}

#[status]
pub struct SecondStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Option<Conditions<MyAppCondition>>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

fn main() {}
