//! An attribute without what it is for.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    #[crd]
    pub image: String,
    #[crd = "column"]
    pub size: i32,
}

fn main() {}
