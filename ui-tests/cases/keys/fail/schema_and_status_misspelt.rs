//! Keys that `#[schema]` and `#[status]` have not.
use kubewright::prelude::*;

#[schema(krate = ::kubewright)]
pub struct Nested {}

#[status(group = "example.com")]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

fn main() {}
