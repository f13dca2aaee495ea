//! A derive in place of an attribute.
use kubewright::prelude::*;

#[ConditionType]
pub enum MyAppCondition {
    Ready,
}

fn main() {}
