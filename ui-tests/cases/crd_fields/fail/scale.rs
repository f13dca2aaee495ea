//! Scale fields that the scale subresource can't use.
use kubewright::prelude::*;

#[schema]
pub struct Text {
    #[crd(scale)]
    pub replicas: String,
}

#[schema]
pub struct Twice {
    #[crd(scale, default = 1)]
    pub replicas: i32,
    #[crd(scale)]
    pub others: i32,
}

#[schema]
pub struct Optional {
    #[crd(scale)]
    pub replicas: Option<i32>,
}

#[operator(group = "example.com", version = "v1")]
pub struct SelectingSpec {
    #[crd(scale(selector))]
    pub selector: String,
}

fn main() {}
