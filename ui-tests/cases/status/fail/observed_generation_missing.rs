//! A status that does not say which generation it speaks of.
use kubewright::prelude::*;

#[status]
pub(crate) struct MyAppStatus {
    pub(crate) conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

fn main() {}
