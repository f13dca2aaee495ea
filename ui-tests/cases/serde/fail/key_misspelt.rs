//! A key that serde does not know.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[serde(renam = "cpu")]
    pub cpu_limit: i32,
}

fn main() {}
