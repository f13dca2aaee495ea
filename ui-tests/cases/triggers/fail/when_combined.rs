//! `when` with what combines no functions.
use kubewright::{
    k8s::core::v1::{ConfigMap, Node, Pod, Secret, Service},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    when = !scaled,
    watches(
        ConfigMap(when = one && two),
        Node(when = one || two),
        Pod(when = and(one, two)),
        Secret(when = anny(one, two)),
        Service(when = other(one)),
    ),
)]
pub struct WordsSpec {}

#[operator(
    group = "example.com",
    version = "v1",
    when = not(one, two),
    watches(ConfigMap(when = any()), Node(when = not()), Pod(when = all(one two)), Secret(when = all(one, "two"))),
)]
pub struct NumbersSpec {}

fn main() {}
