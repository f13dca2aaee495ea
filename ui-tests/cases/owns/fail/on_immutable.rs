//! What cannot become of a child that cannot be changed.
use kubewright::{
    k8s::{
        apps::v1::{Deployment, StatefulSet},
        core::v1::PersistentVolumeClaim,
    },
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        other: Deployment(on_immutable = replace),
        alone: Deployment(on_immutable),
        quoted: Deployment(on_immutable = "recreate"),
        keep: Deployment(on_immutable = recreate(keep)),
    )
)]
pub struct WrittenSpec {}

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        PersistentVolumeClaim(on_immutable = recreate),
        StatefulSet(on_immutable = recreate),
    )
)]
pub struct DataSpec {}

fn main() {}
