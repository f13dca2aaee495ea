//! Fields that cannot be shared, or are no fields.
use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::Secret},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        quoted: Deployment(shared("spec.replicas")),
        item: Deployment(shared(spec.template.spec.containers[0])),
        nothing: Deployment(shared()),
        value: Deployment(shared = spec.replicas),
        rust: Deployment(shared(spec::replicas)),
        twice: Deployment(shared(spec.replicas), shared(spec.paused)),
        miss: Deployment(sharde(spec.replicas)),
    )
)]
pub struct WrittenSpec {}

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        case: Deployment(shared(spec.min_ready_seconds)),
        parts: Deployment(shared(status.replicas, kind, metadata.name, spec, replicas, spce.replicas)),
        again: Deployment(shared(spec.replicas, spec.replicas, spec.template.spec, spec.template)),
        secret: Secret(shared(stringData.password, data.my_password)),
    )
)]
pub struct MeantSpec {}

fn main() {}
