//! Numbers of passes that can't be.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", concurrency = -1)]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", concurrency = 1.5)]
pub struct SecondSpec {}

#[operator(group = "example.com", version = "v1", concurrency = 99999999999999999999)]
pub struct ThirdSpec {}

fn main() {}
