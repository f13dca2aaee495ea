//! What serde leaves out can't be filled in.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    #[serde(skip)]
    pub observed_generation: Option<i64>,
    #[serde(flatten)]
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

fn main() {}
