//! Flags with values, twice, misspelt, and where none is.
use kubewright::{
    k8s::core::v1::{ConfigMap, Namespace, Secret},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        a: Secret(retain = true),
        b: Secret(adopt(always)),
        c: Secret(if_served = "example.com"),
        d: ConfigMap(retain, retain, adopt, if_served, adopt),
        e: Secret(retian, adpot, ifserved),
        f: Secret(keep, orphan, prune = false, take_over, force, optional),
        g: Secret(recreate),
    ),
    watches(ConfigMap(if_served, retain, retian)),
    reads(Namespace(adopt, live, on_immutable = recreate)),
)]
pub struct MyAppSpec {}

#[operator(group = "example.com", version = "v1", retain, owns(Secret), adopt = true)]
pub struct AtTheTopSpec {}

fn main() {}
