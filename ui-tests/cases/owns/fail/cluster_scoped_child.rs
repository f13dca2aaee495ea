//! A namespaced owner of a cluster-scoped child.
use kubewright::{
    k8s::{apps::v1::Deployment, rbac::v1::ClusterRole},
    prelude::*,
};

#[operator(group = "example.com", version = "v1", owns(Deployment, role: Option<ClusterRole>))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { deployment: Deployment::default(), role: None })
    }
}

fn main() {}
