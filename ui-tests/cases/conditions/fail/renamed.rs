//! The name of a condition type is the variant's.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    #[condition_type(rename = "example.com/Synced")]
    Synced,
}

fn main() {}
