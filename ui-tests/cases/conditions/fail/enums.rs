//! Enums that are no set of condition types.
use kubewright::prelude::*;

#[derive(ConditionType)]
pub enum NeverReady {
    Progressing,
}

#[derive(ConditionType)]
pub enum WithData {
    Ready,
    Failed(String),
}

#[derive(ConditionType)]
pub enum Empty {}

#[derive(ConditionType)]
pub struct NoEnum;

fn main() {}
