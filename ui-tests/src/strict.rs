//! An operator with all arguments.

use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Service},
    },
    prelude::*,
};

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
    /// A map whose content restarts the pods when it changes.
    pub config_map_ref: Option<String>,
    /// Objects are found by it, and keep it.
    #[crd(selectable, immutable)]
    pub class: Option<String>,
    /// Each once.
    #[crd(list(set))]
    #[serde(default)]
    pub tags: Vec<String>,
    /// Each under its name.
    #[crd(list(map(url)))]
    #[serde(default)]
    pub mirrors: Vec<ExternalService>,
    /// A number or a name.
    #[crd(int_or_string, default = "http")]
    pub target: String,
    /// A service outside the cluster that the app depends on.
    #[crd(preserve_unknown)]
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

/// What is said about an app.
#[derive(Debug, ConditionType)]
pub enum MyAppCondition {
    /// All children do what they are for.
    Ready,
    /// The children are changing.
    Progressing,
    /// The spec is refused.
    Invalid,
}

/// What can go wrong with an app.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = MyAppCondition)]
pub enum MyAppError {
    /// More replicas than allowed.
    #[error("replicas must be <= {MAX_REPLICAS}")]
    #[failure(permanent, condition = Invalid, reason = "ReplicasExceedsLimit", field = "spec.replicas")]
    TooManyReplicas,
    /// The external service does not answer.
    #[error("external service is unreachable: {0}")]
    #[failure(transient, retry_after = "30s")]
    External(#[from] ProbeError),
}

/// Why a probe failed.
#[derive(Debug, thiserror::Error)]
#[error("status {0}")]
pub struct ProbeError(u16);

/// What passes share.
#[derive(Clone, Debug)]
pub struct ExternalServices {
    known: String,
}

impl ExternalServices {
    fn probe(&self, url: &str) -> Result<(), ProbeError> {
        if self.known == url { Ok(()) } else { Err(ProbeError(503)) }
    }
}

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, MyAppError> {
        let _config = self.spec.config_map_ref.as_deref().and_then(|name| cx.get::<ConfigMap>(name));
        Ok(MyAppChildren { deployment: Deployment::default(), service: Service::default() })
    }

    async fn observe(
        &self,
        cx: &Context<Self>,
        seen: &MyAppObserved,
        status: &mut MyAppStatus,
    ) -> Result<Action, MyAppError> {
        status.replicas = seen.deployment.replicas().current;
        match &self.spec.external_service {
            Some(service) => {
                cx.state().probe(&service.url)?;
                Ok(Action::requeue(minutes(5)))
            }
            None => Ok(Action::await_change()),
        }
    }
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, MyAppError> {
        Ok(Cleaned::Done)
    }
}

impl Validate for MyApp {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, MyAppError> {
        if self.spec.replicas > MAX_REPLICAS {
            Err(MyAppError::TooManyReplicas)
        } else {
            Ok(Warnings::none())
        }
    }
}

impl Defaults for MyApp {
    fn default(&mut self) {
        self.spec.port = self.spec.port.or(Some(8080));
    }
}
