//! Two fields under one name.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[serde(rename = "memory")]
    pub cpu: i32,
    pub memory: i32,
    pub max_pods: i32,
    #[serde(rename = "maxPods")]
    pub pods: i32,
}

fn main() {}
