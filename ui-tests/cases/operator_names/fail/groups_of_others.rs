//! A group without a dot, and groups that belong to Kubernetes.
use kubewright::prelude::*;

#[operator(group = "example", version = "v1")]
pub struct FirstSpec {}

#[operator(group = "apps.k8s.io", version = "v1")]
pub struct SecondSpec {}

fn main() {}
