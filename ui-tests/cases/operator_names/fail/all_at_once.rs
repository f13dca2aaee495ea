//! Everything that is wrong with one declaration is told at once, and nothing follows from it.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(
    name = "My Operator",
    group = "Example.com",
    version = "1.0",
    plural = "my_apps",
    finalizer = "cleanup",
    owns(Secret, Secret),
)]
pub struct MyAppSpec {
    #[crd(scale)]
    pub replicas: Option<i32>,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { secret: Secret::default() })
    }
}

fn main() {}
