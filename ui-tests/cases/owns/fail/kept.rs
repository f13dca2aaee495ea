//! What does not go together with a child that is kept.
use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Secret},
    },
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        Deployment(retain, on_immutable = recreate),
        Vec<Secret>(on_immutable = recreate(orphan), adopt, retain),
    )
)]
pub struct MyAppSpec {}

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        one: ConfigMap(if_served),
        other: Option<ConfigMap>,
        Secret(if_served),
        more: Vec<ConfigMap>(retain),
    )
)]
pub struct HalfServedSpec {}

fn main() {}
