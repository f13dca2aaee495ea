//! Names that are too long, also those that are made of others.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", short_name = "a", short_name = "a", short_name = "again")]
pub struct AgainSpec {}

#[operator(group = "example.com", version = "v1", name = "a-name-of-more-than-sixty-three-characters-that-no-label-can-hold")]
pub struct NamedSpec {}

#[operator(group = "example.com", version = "v1")]
pub struct AKindWhoseOperatorWouldHaveANameThatNoLabelCanHoldAnyMoreSpec {}

fn main() {}
