//! The spec of a kind in place of the kind.
use kubewright::{k8s::apps::v1::DeploymentSpec, prelude::*};

#[operator(group = "example.com", version = "v1", owns(DeploymentSpec))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { deployment_spec: DeploymentSpec::default() })
    }
}

fn main() {}
