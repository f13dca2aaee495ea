//! MyApp's types by hand, on the derives of kube, serde and schemars: all that `by_macro` declares and these can say.

use k8s_openapi::{
    api::{apps::v1::Deployment, core::v1::Service},
    apimachinery::pkg::apis::meta::v1::{Condition, Time},
};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stubs::{AddressError, ProbeError};

const MAX_REPLICAS: i32 = 100;

/// Of the objects.
pub const FINALIZER: &str = "myapp.example.com/finalizer";

/// A web application: one Deployment behind one Service.
#[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[kube(
    group = "example.com",
    version = "v1",
    kind = "MyApp",
    plural = "myapps",
    singular = "myapp",
    shortname = "ma",
    category = "all",
    doc = "A web application: one Deployment behind one Service.",
    namespaced,
    status = "MyAppStatus",
    printcolumn(name = "Image", type_ = "string", json_path = ".spec.image"),
    printcolumn(name = "Replicas", type_ = "integer", json_path = ".spec.replicas"),
    printcolumn(name = "Ready Replicas", type_ = "integer", json_path = ".status.readyReplicas"),
    printcolumn(name = "Ready", type_ = "string", json_path = ".status.conditions[?(@.type==\"Ready\")].status"),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp"),
    scale(
        spec_replicas_path = ".spec.replicas",
        status_replicas_path = ".status.replicas",
        label_selector_path = ".status.selector"
    )
)]
#[serde(rename_all = "camelCase")]
pub struct MyAppSpec {
    /// Container image to run.
    pub image: String,
    /// How many pods should run.
    #[schemars(range(min = 0))]
    #[serde(default = "default_replicas")]
    pub replicas: i32,
    /// Port the container listens on. Filled in with 8080 when left out.
    #[schemars(range(min = 1))]
    pub port: Option<u16>,
    /// ConfigMap whose content restarts the pods when it changes.
    pub config_map_ref: Option<String>,
    /// A service outside the cluster that the app depends on.
    pub external_service: Option<ExternalService>,
}

fn default_replicas() -> i32 {
    1
}

/// Something outside of the cluster.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalService {
    /// Where it answers.
    pub url: String,
}

/// What the operator saw.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MyAppStatus {
    /// Pods that exist.
    pub replicas: i32,
    /// Pods that are ready.
    pub ready_replicas: i32,
    /// Pods that have been ready for long enough.
    pub available_replicas: i32,
    /// Label selector of the pods.
    pub selector: String,
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said about the object.
    pub conditions: Vec<Condition>,
    /// When anything else in the status last changed.
    pub last_update_time: Option<Time>,
}

/// The children that a `MyApp` wants.
#[derive(Clone, Debug)]
pub struct MyAppChildren {
    /// The `Deployment`.
    pub deployment: Deployment,
    /// The `Service`.
    pub service: Service,
}

/// What is said about a MyApp.
pub enum MyAppCondition {
    /// All children do what they are for.
    Ready,
    /// The children are changing.
    Progressing,
    /// The spec is refused.
    Invalid,
}

impl MyAppCondition {
    /// The type on the wire.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Ready => "Ready",
            Self::Progressing => "Progressing",
            Self::Invalid => "Invalid",
        }
    }
}

/// What can go wrong with a MyApp.
#[derive(Debug, thiserror::Error)]
pub enum MyAppError {
    /// More replicas than allowed.
    #[error("replicas must be <= {MAX_REPLICAS}")]
    TooManyReplicas,
    /// An external service that can't be asked.
    #[error("{0}")]
    Address(AddressError),
    /// An external service that does not answer.
    #[error("external service is unreachable: {0}")]
    External(#[from] ProbeError),
}

/// Errors to wrap.
mod stubs;
