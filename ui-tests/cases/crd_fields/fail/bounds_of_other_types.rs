//! Bounds that schemars would leave out without a word.
use std::collections::BTreeMap;

use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[schemars(length(min = 1))]
    pub cpu: i32,
    #[schemars(range(min = 1))]
    pub name: Option<String>,
    #[schemars(regex(pattern = "^a"))]
    pub names: Vec<String>,
    #[schemars(range(max = 5))]
    pub ports: Vec<u16>,
    #[schemars(length(max = 5))]
    pub labels: BTreeMap<String, String>,
    #[schemars(range(max = 5))]
    pub enabled: bool,
}

#[schema]
pub struct Server {
    #[schemars(length(max = 5))]
    pub limits: Limits,
    #[schemars(length(max = 5), regex(pattern = "^a"))]
    pub port: Port,
    #[schemars(range(min = 5))]
    pub size: Option<kubewright::k8s::Quantity>,
}

#[schema]
pub struct Port(u16);

fn main() {}
