//! A rule that serde does not know.
use kubewright::prelude::*;

#[schema]
#[serde(rename_all = "camel_case")]
pub struct Limits {
    pub cpu_limit: i32,
}

fn main() {}
