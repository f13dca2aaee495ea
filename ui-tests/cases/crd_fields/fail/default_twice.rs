//! Two defaults for one field.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default = 1)]
    #[serde(default)]
    pub replicas: i32,
}

fn main() {}
