//! Attributes of serde above the macro are read before anything derives them.
use kubewright::prelude::*;

#[serde(rename_all = "snake_case")]
#[schema]
pub struct Limits {
    pub cpu_limit: i32,
}

fn main() {}
