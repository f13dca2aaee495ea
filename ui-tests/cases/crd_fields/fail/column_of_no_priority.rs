//! Priorities that are no numbers of Kubernetes.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(column(priority = 99999999999))]
    pub memory: i32,
    #[crd(column(priority = "1"))]
    pub pods: i32,
}

fn main() {}
