//! MyApp: a web application as one Kubernetes object.

use kubewright::k8s::{
    apps::v1::Deployment,
    core::v1::{ConfigMap, Service},
};
use kubewright::prelude::*;

use crate::{
    children,
    external::{self, AddressError, ExternalServices, ProbeError},
};

/// Port used when the object names none.
pub const DEFAULT_PORT: u16 = 8080;
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

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, MyAppError> {
        let config = self.spec.config_map_ref.as_deref().and_then(|name| cx.get::<ConfigMap>(name));
        Ok(MyAppChildren {
            deployment: children::deployment(self, config.as_deref()),
            service: children::service(self),
        })
    }

    async fn observe(
        &self,
        cx: &Context<Self>,
        seen: &MyAppObserved,
        status: &mut MyAppStatus,
    ) -> Result<Action, MyAppError> {
        let replicas = seen.deployment.replicas();
        status.replicas = replicas.current;
        status.ready_replicas = replicas.ready;
        status.available_replicas = replicas.available;
        status.selector = children::selector(self);
        let Some(service) = &self.spec.external_service else {
            cx.state().forget(cx.key());
            return Ok(Action::await_change());
        };
        // A refused address is not asked, and so not asked again either.
        external::check(&service.url).map_err(MyAppError::Address)?;
        cx.state().probe(cx.key(), &service.url).await?;
        Ok(Action::requeue(minutes(5)))
    }
}

impl Cleanup for MyApp {
    /// The children go by themselves. What is left is what this process remembers of the external service.
    async fn cleanup(&self, cx: &Context<Self>) -> Result<Cleaned, MyAppError> {
        cx.state().forget(cx.key());
        Ok(Cleaned::Done)
    }
}

impl Validate for MyApp {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, MyAppError> {
        if self.spec.replicas > MAX_REPLICAS {
            return Err(MyAppError::TooManyReplicas);
        }
        if let Some(service) = &self.spec.external_service {
            external::check(&service.url).map_err(MyAppError::Address)?;
        }
        Ok(Warnings::none())
    }
}

impl Defaults for MyApp {
    fn default(&mut self) {
        self.spec.port.get_or_insert(DEFAULT_PORT);
    }
}

#[cfg(test)]
mod tests;
