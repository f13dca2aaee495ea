//! Variants take no attribute of ours.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {
    #[condition_type(crate = ::kubewright)]
    Ready,
}

fn main() {}
