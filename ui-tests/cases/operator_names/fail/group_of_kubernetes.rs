//! Groups that belong to the Kubernetes project.
use kubewright::prelude::*;

#[operator(group = "apps.k8s.io", version = "v1")]
pub struct FirstSpec {}

#[operator(group = "kubernetes.io", version = "v1")]
pub struct SecondSpec {}

fn main() {}
