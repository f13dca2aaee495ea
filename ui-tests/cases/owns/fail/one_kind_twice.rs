//! One kind in two entries without names.
use kubewright::{k8s::core::v1::ConfigMap, prelude::*};

#[operator(group = "example.com", version = "v1", owns(ConfigMap, ConfigMap))]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", owns(ConfigMap, Vec<ConfigMap>))]
pub struct SecondSpec {}

#[operator(group = "example.com", version = "v1", owns(ConfigMap, extra: ConfigMap))]
pub struct ThirdSpec {}

fn main() {}
