//! The field is not in the JSON, its own fields are.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[serde(flatten)]
    #[crd(column)]
    pub inner: Inner,
}

#[schema]
pub struct Inner {
    pub size: i32,
}

fn main() {}
