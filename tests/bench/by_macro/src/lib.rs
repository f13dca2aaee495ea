//! MyApp's types by the macros, as `operator/src/myapp.rs` has them: `check.sh` looks that they are the same.

use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Service},
    },
    prelude::*,
};

use stubs::{AddressError, ExternalServices, ProbeError};

const MAX_REPLICAS: i32 = 100;

/// A web application: one Deployment behind one Service.
#[operator(
    group = "example.com", version = "v1", short_name = "ma", category = "all",
    status = MyAppStatus,
    owns(Deployment, Service),
    watches(ConfigMap),
    finalizer = "myapp.example.com/finalizer",
    webhook(validate, default),
    state = ExternalServices,
    concurrency = 3,
)]
pub struct MyAppSpec {
    /// Container image to run.
    #[crd(column)]
    pub image: String,
    /// How many pods should run.
    #[crd(column, scale, default = 1)]
    #[schemars(range(min = 0))]
    pub replicas: i32,
    /// Port the container listens on. Filled in with 8080 when left out.
    #[schemars(range(min = 1))]
    pub port: Option<u16>,
    /// ConfigMap whose content restarts the pods when it changes.
    pub config_map_ref: Option<String>,
    /// A service outside the cluster that the app depends on.
    pub external_service: Option<ExternalService>,
}

/// Something outside of the cluster.
#[schema]
pub struct ExternalService {
    /// Where it answers.
    pub url: String,
}

/// What the operator saw.
#[status]
pub struct MyAppStatus {
    /// Pods that exist.
    #[crd(scale)]
    pub replicas: i32,
    /// Pods that are ready.
    #[crd(column)]
    pub ready_replicas: i32,
    /// Pods that have been ready for long enough.
    pub available_replicas: i32,
    /// Label selector of the pods.
    #[crd(scale(selector))]
    pub selector: String,
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said about the object.
    pub conditions: Conditions<MyAppCondition>,
    /// When anything else in the status last changed.
    #[status(last_update_time)]
    pub last_update_time: Option<Time>,
}

/// What is said about a MyApp.
#[derive(ConditionType)]
pub enum MyAppCondition {
    /// All children do what they are for.
    Ready,
    /// The children are changing.
    Progressing,
    /// The spec is refused.
    Invalid,
}

/// What can go wrong with a MyApp.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = MyAppCondition)]
pub enum MyAppError {
    /// More replicas than allowed.
    #[error("replicas must be <= {MAX_REPLICAS}")]
    #[failure(permanent, condition = Invalid, reason = "ReplicasExceedsLimit", field = "spec.replicas")]
    TooManyReplicas,
    /// An external service that can't be asked.
    #[error("{0}")]
    #[failure(permanent, condition = Invalid, reason = "InvalidAddress", field = "spec.externalService.url")]
    Address(AddressError),
    /// An external service that does not answer.
    #[error("external service is unreachable: {0}")]
    #[failure(transient, retry_after = "30s")]
    External(#[from] ProbeError),
}

/// The least that the macros ask for.
mod stubs;
