//! A type that does not exist is told once, as the compiler tells it.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    pub cpu: Cpu,
    pub memory: std::Memory,
    pub pods: Vec<kubewright::k8s::core::v1::Pud>,
    pub disk: Option<disks::Disk>,
}

fn main() {}
