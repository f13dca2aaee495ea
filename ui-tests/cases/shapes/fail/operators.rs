//! What is no struct with named fields; other code that names the kind stays quiet.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub enum FirstSpec {
    A,
}

#[operator(group = "example.com", version = "v1")]
pub struct SecondSpec(String);

#[operator(group = "example.com", version = "v1")]
pub fn third() {}

impl Reconcile for First {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<FirstChildren, Self::Error> {
        Ok(FirstChildren {})
    }
}

fn main() {}
