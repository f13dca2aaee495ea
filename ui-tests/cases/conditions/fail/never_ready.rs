//! A set without `Ready`.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum MyAppCondition {
    Progressing,
}

fn main() {}
