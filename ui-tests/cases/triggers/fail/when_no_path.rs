//! `when` with what is no function's path.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    when = "scaled",
    watches(ConfigMap(when = |change| true, labels = "a=b"), Secret(when = scaled())),
)]
pub struct MyAppSpec {}

#[operator(group = "example.com", version = "v1", when = scaled, when = scaled)]
pub struct TwiceSpec {}

#[operator(group = "example.com", version = "v1", when(scaled), filter = scaled)]
pub struct ListSpec {}

fn main() {}
