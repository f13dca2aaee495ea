//! There is one time of the last change.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    #[status(last_update_time)]
    pub first: Option<Time>,
    #[status(last_update_time)]
    pub second: Option<Time>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

fn main() {}
