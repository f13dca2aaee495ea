//! Types and functions that do not exist.
use kubewright::prelude::*;

#[operator(
    group = "example.com",
    version = "v1",
    status = NoSuchStatus,
    state = NoSuchState,
    owns(NoSuchKind),
    watches(kubewright::k8s::core::v1::Secret(map = no_such_function)),
)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        std::process::abort()
    }
}

fn main() {}
