//! `on(..)` that names what is no part, a part twice, or nothing.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    on(generatoin, spec, metadata, finalizers, labels, labels),
    watches(ConfigMap(on(data)), Secret(on())),
)]
pub struct PartsSpec {}

#[operator(group = "example.com", version = "v1", on = generation)]
pub struct ValueSpec {}

#[operator(group = "example.com", version = "v1", on(labels), on(annotations))]
pub struct TwiceSpec {}

#[operator(group = "example.com", version = "v1", on("labels", annotations = true))]
pub struct WordsSpec {}

#[operator(group = "example.com", version = "v1", on())]
pub struct NothingSpec {}

fn main() {}
