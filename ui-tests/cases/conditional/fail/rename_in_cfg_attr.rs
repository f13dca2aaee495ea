use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(column)]
    #[cfg_attr(unix, serde(rename = "mostPods"))]
    pub pods: i32,
    #[cfg_attr(unix, serde(alias = "nodes"), schemars(skip))]
    pub node_count: i32,
}

fn main() {}
