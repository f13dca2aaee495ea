//! An enum without the derive.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

pub enum MyAppCondition {
    Ready,
}

fn main() {}
