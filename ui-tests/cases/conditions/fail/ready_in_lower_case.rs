//! Condition types are in CamelCase.
use kubewright::prelude::*;

#[derive(ConditionType)]
#[allow(non_camel_case_types)]
pub enum MyAppCondition {
    ready,
    Image_Pulled,
}

fn main() {}
