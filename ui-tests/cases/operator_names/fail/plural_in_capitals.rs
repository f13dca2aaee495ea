//! A plural that no URL could have.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", plural = "MyApps")]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", plural = "my_apps")]
pub struct SecondSpec {}

fn main() {}
