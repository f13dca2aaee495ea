//! A kind of more than 63 characters.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", name = "short", plural = "longs", singular = "long")]
pub struct AKindOfMoreThanSixtyThreeCharactersThatNoServerWouldEverAcceptThenSpec {}

fn main() {}
