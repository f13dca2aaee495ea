//! Whether a live object does what it is for, by the rules of
//! [kstatus](https://github.com/kubernetes-sigs/cli-utils/tree/master/pkg/kstatus), on its JSON.
//!
//! First what holds for every kind (`generic.go` there), then a family of kinds per file (`core.go`). Four rules are
//! stricter than there: a Job is ready when it is complete and not when it runs, a load balancer when it has an address,
//! a Pod that failed has failed, and a StatefulSet that is updated by hand still has to have its pods.

mod batch;
mod conditions;
mod core;
mod workload;

use serde_json::Value;

pub use self::workload::Replicas;
pub(crate) use self::workload::replicas;
use crate::object::Kind;

/// Whether an object is ready, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness(State);

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Ready,
    Waiting(String),
    Failed(String),
}

impl Readiness {
    /// It is ready.
    pub fn is_ready(&self) -> bool {
        self.0 == State::Ready
    }

    /// It has failed: waiting alone is not likely to make it ready. A Job that failed, a rollout past its deadline, a
    /// Pod that crashes again and again, a custom resource that says `Stalled`.
    pub fn is_failed(&self) -> bool {
        matches!(self.0, State::Failed(_))
    }

    /// What it waits for or how it failed, for people; `None` when ready.
    pub fn waiting_for(&self) -> Option<&str> {
        match &self.0 {
            State::Ready => None,
            State::Waiting(text) | State::Failed(text) => Some(text),
        }
    }

    pub(crate) fn absent() -> Self {
        Self::waiting("does not exist yet")
    }

    fn ready() -> Self {
        Self(State::Ready)
    }

    fn waiting(text: impl Into<String>) -> Self {
        Self(State::Waiting(text.into()))
    }

    fn failed(text: impl Into<String>) -> Self {
        Self(State::Failed(text.into()))
    }

    /// Ready if this holds, else waiting.
    fn when(holds: bool, text: impl Into<String>) -> Self {
        if holds { Self::ready() } else { Self::waiting(text) }
    }
}

/// Readiness of an object of `kind`.
pub(crate) fn of(kind: &Kind, object: &Value) -> Readiness {
    if object.pointer("/metadata/deletionTimestamp").is_some() {
        return Readiness::waiting("is being deleted");
    }
    if is_behind(kind, object) {
        return Readiness::waiting("its controller has not looked at its newest spec yet");
    }
    if let Some(said) = conditions::standard(object) {
        return said;
    }
    match (&*kind.group, &*kind.kind) {
        ("apps", "Deployment") => workload::deployment(object),
        ("apps", "StatefulSet") => workload::stateful_set(object),
        ("apps", "ReplicaSet") => workload::replica_set(object),
        ("apps", "DaemonSet") => workload::daemon_set(object),
        ("batch", "Job") => batch::job(object),
        ("", "Pod") => core::pod(object),
        ("", "Service") => core::service(object),
        ("", "PersistentVolumeClaim") => core::volume_claim(object),
        ("", "Namespace") => core::namespace(object),
        ("apiextensions.k8s.io", "CustomResourceDefinition") => conditions::definition(object),
        // A CronJob, a PodDisruptionBudget or an Ingress does its part once its controller has seen it; an Ingress need
        // not have an address, since many controllers never write one.
        ("batch", "CronJob") | ("policy", "PodDisruptionBudget") | ("networking.k8s.io", "Ingress") => {
            Readiness::ready()
        }
        _ => conditions::custom(object),
    }
}

/// The object's controller has not seen the newest generation: its status speaks of an older spec.
fn is_behind(kind: &Kind, object: &Value) -> bool {
    let generation = object.pointer("/metadata/generation").and_then(Value::as_i64);
    let observed = object.pointer("/status/observedGeneration").and_then(Value::as_i64);
    match (generation, observed) {
        (Some(generation), Some(observed)) => observed < generation,
        // These controllers always say what they observed, so silence means that they have not come yet.
        (Some(_), None) => matches!(
            (&*kind.group, &*kind.kind),
            ("apps", "Deployment" | "StatefulSet" | "ReplicaSet" | "DaemonSet")
                | ("policy", "PodDisruptionBudget")
        ),
        (None, _) => false,
    }
}

fn text<'a>(object: &'a Value, path: &str) -> Option<&'a str> {
    object.pointer(path).and_then(Value::as_str)
}

#[cfg(test)]
mod tests;
