//! A type that does not exist is told once, in a status as well.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    pub phase: Phase,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

fn main() {}
