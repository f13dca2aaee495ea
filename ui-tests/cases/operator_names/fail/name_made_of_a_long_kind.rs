//! The kind is good, and the operator's name made of it is too long.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct AKindWhoseOperatorWouldHaveANameThatNoLabelCanHoldAnyMoreSpec {}

fn main() {}
