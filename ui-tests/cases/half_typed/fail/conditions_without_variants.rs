//! Condition types of which none is written yet.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

fn main() {
    let _ = MyAppStatus::default().conditions;
}
