//! Finalizers that Kubernetes warns of or refuses.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "cleanup")]
pub struct FirstSpec {}

#[operator(group = "example.com", version = "v1", finalizer = "my.dev")]
pub struct SecondSpec {}

#[operator(group = "example.com", version = "v1", finalizer = "My.dev/x")]
pub struct ThirdSpec {}

#[operator(group = "example.com", version = "v1", finalizer = "my.dev/a name")]
pub struct FourthSpec {}

#[operator(
    group = "example.com", version = "v1",
    finalizer = "my.dev/a-name-of-more-than-sixty-three-characters-that-no-finalizer-can-have",
)]
pub struct FifthSpec {}

impl Reconcile for First {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<FirstChildren, Self::Error> {
        Ok(FirstChildren {})
    }
}

impl Cleanup for First {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}

fn main() {}
