//! The schema in a CRD is of one type.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Secret))]
pub struct MyAppSpec<T> {
    pub inner: T,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { secret: Secret::default() })
    }
}

fn main() {}
