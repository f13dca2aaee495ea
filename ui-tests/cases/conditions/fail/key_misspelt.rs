//! A key that the enum does not take.
use kubewright::prelude::*;

#[derive(ConditionType)]
#[condition_type(krate = ::kubewright)]
pub enum MyAppCondition {
    Ready,
}

fn main() {}
