//! `Default` is made by the macro, too.
use kubewright::prelude::*;

#[derive(Default)]
#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

fn main() {}
