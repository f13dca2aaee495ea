//! An enum without variants.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {}

fn main() {}
