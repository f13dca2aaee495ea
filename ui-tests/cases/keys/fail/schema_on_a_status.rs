//! What the status is already, in the other order.
use kubewright::prelude::*;

#[schema]
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

fn main() {}
