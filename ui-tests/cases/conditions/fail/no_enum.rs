//! What is no enum.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub struct FirstCondition;

#[derive(ConditionType)]
pub union SecondCondition {
    pub ready: u8,
}

fn main() {}
