//! A condition type is a name.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Failed(String),
    Waiting { seconds: u32 },
}

fn main() {}
