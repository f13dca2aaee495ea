//! Kubernetes' own list of conditions.
use kubewright::{k8s::meta::v1::Condition, prelude::*};

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Vec<Condition>,
}

fn main() {}
