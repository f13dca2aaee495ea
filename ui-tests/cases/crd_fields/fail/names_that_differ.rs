//! Other names for reading than for writing.
use kubewright::prelude::*;

#[schema]
pub struct Storage {
    #[serde(rename(serialize = "sizeInBytes", deserialize = "size"))]
    pub size: i64,
    #[serde(rename(deserialize = "kind"))]
    pub class: String,
}

#[schema]
#[serde(rename_all(serialize = "snake_case"))]
pub struct Limits {
    pub most_pods: i64,
}

fn main() {}
