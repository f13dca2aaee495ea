//! A member whose type has no empty value.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    pub phase: Phase,
}

#[schema]
pub enum Phase {
    Pending,
    Running,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

fn main() {}
