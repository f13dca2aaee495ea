//! A status without the fields that the runtime fills.
use kubewright::prelude::*;

#[status]
pub struct EmptyStatus {}

#[status]
pub(crate) struct HalfStatus {
    pub(crate) conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

fn main() {}
