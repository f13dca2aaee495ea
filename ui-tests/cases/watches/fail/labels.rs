//! Selectors that are none.
use kubewright::{
    k8s::core::v1::{ConfigMap, Node, Pod, Secret, Service},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    watches(
        ConfigMap(labels = ""),
        Node(labels = "app in (web, db"),
        Pod(labels = "app=web,"),
        Secret(labels = "app ~ web"),
        Service(labels = "App.Com/tier=front"),
    ),
)]
pub struct FormsSpec {}

#[operator(
    group = "example.com",
    version = "v1",
    watches(ConfigMap(labels = "app=web db"), Node(labels = app), Pod(labels("app=web")), Secret(label = "a")),
)]
pub struct ValuesSpec {}

fn main() {}
