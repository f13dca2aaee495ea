//! The generation may be unknown, and is a signed number.
use kubewright::prelude::*;

#[status]
pub struct FirstStatus {
    pub observed_generation: i64,
    pub conditions: Conditions<MyAppCondition>,
}

#[status]
pub struct SecondStatus {
    pub observed_generation: Option<u64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

fn main() {}
