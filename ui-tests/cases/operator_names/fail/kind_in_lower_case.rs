//! Kinds that are not in CamelCase.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", kind = my_app)]
pub struct FirstSpec {}

#[allow(non_camel_case_types)]
#[operator(group = "example.com", version = "v1")]
pub struct secondSpec {}

fn main() {}
