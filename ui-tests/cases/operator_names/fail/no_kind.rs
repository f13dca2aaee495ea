//! A struct whose name does not tell the kind, and kinds that can't be.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyApp {}

#[operator(group = "example.com", version = "v1", kind = Other)]
pub struct Other {}

#[operator(group = "example.com", version = "v1", kind = "Third")]
pub struct ThirdSpec {}

#[operator(group = "example.com", version = "v1", kind = my_app)]
pub struct FourthSpec {}

fn main() {}
