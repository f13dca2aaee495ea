//! Fields without names.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct FirstSpec(String);

#[operator(group = "example.com", version = "v1")]
pub struct SecondSpec;

impl Reconcile for First {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<FirstChildren, Self::Error> {
        Ok(FirstChildren {})
    }
}

fn main() {}
