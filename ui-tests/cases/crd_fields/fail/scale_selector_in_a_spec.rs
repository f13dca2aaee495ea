//! Which pods are counted is for the status to say.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    #[crd(scale(selector))]
    pub selector: String,
}

fn main() {}
