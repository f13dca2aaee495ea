//! Entries that wait for each other; each circle is told once.
use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::ConfigMap},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        a: ConfigMap(depends_on = b),
        b: Option<ConfigMap>(depends_on(free, a)),
        c: ConfigMap(depends_on(a, e)),
        d: ConfigMap(depends_on = c),
        e: Vec<Deployment>(depends_on = d),
        free: Deployment,
    )
)]
pub struct MyAppSpec {}

fn main() {}
