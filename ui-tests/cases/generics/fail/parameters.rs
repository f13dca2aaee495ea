//! Type, const and lifetime parameters.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", owns(kubewright::k8s::core::v1::Secret))]
pub struct FirstSpec<T> {
    pub inner: T,
}

#[operator(group = "example.com", version = "v1")]
pub struct SecondSpec<const N: usize> {
    pub inner: [i32; N],
}

#[schema]
pub struct Third<'a> {
    pub inner: &'a str,
}

#[status]
pub struct FourthStatus<T> {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<T>,
}

#[derive(Debug, Failure)]
pub enum FifthError<T> {
    #[failure(transient)]
    Inner(T),
}

impl Reconcile for First {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<FirstChildren, Self::Error> {
        Ok(FirstChildren { secret: kubewright::k8s::core::v1::Secret::default() })
    }
}

fn main() {}
