//! Conditions are set by their type.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

pub fn fill(status: &mut MyAppStatus) {
    status.conditions.set("Ready", true, "Works", "");
}

fn main() {}
