//! What does not act is not accepted.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(
    group = "example.com",
    version = "v1",
    owns(Deployment(if_served, adopt)),
    rbac(),
    versions(MyAppV1Alpha1Spec),
)]
pub struct MyAppSpec {}

fn main() {}
