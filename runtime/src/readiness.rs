//! Whether a live object does what it is for, by the rules of
//! [kstatus](https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md), on its JSON.

use serde_json::Value;

/// Whether an object is ready, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    waiting_for: Option<String>,
}

/// Numbers of a workload's pods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replicas {
    /// Wanted by the spec.
    pub desired: i32,
    /// Existing.
    pub current: i32,
    /// Of the newest template.
    pub updated: i32,
    /// Ready.
    pub ready: i32,
    /// Ready for long enough.
    pub available: i32,
}

impl Readiness {
    /// It is ready.
    pub fn is_ready(&self) -> bool {
        self.waiting_for.is_none()
    }

    /// What it waits for, for people; `None` when ready.
    pub fn waiting_for(&self) -> Option<&str> {
        self.waiting_for.as_deref()
    }

    pub(crate) fn absent() -> Self {
        Self::waiting("does not exist yet")
    }

    fn ready() -> Self {
        Self { waiting_for: None }
    }

    fn waiting(text: impl Into<String>) -> Self {
        Self { waiting_for: Some(text.into()) }
    }
}

impl Replicas {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            desired: self.desired + other.desired,
            current: self.current + other.current,
            updated: self.updated + other.updated,
            ready: self.ready + other.ready,
            available: self.available + other.available,
        }
    }
}

/// The numbers of a workload; zeros for other kinds. The kind is given, because items of a list do not carry it.
pub(crate) fn replicas(kind: &str, object: &Value) -> Replicas {
    let number = |path: &str| object.pointer(path).and_then(Value::as_i64).map(clamp);
    let status = |name: &str| number(&format!("/status/{name}")).unwrap_or(0);
    match kind {
        "DaemonSet" => Replicas {
            desired: status("desiredNumberScheduled"),
            current: status("currentNumberScheduled"),
            updated: status("updatedNumberScheduled"),
            ready: status("numberReady"),
            available: status("numberAvailable"),
        },
        _ if object.pointer("/spec/template").is_some() => Replicas {
            desired: number("/spec/replicas").unwrap_or(1),
            current: status("replicas"),
            updated: status("updatedReplicas"),
            ready: status("readyReplicas"),
            available: status("availableReplicas"),
        },
        _ => Replicas::default(),
    }
}

fn clamp(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Readiness of an object of `kind`.
pub(crate) fn of(kind: &str, object: &Value) -> Readiness {
    if object.pointer("/metadata/deletionTimestamp").is_some() {
        return Readiness::waiting("is being deleted");
    }
    if is_behind(kind, object) {
        return Readiness::waiting("its controller has not looked at its newest spec yet");
    }
    match kind {
        "Deployment" | "StatefulSet" | "ReplicaSet" | "DaemonSet" => workload(kind, object),
        "Job" => job(object),
        "Pod" => pod(object),
        "PersistentVolumeClaim" => phase(object, "Bound"),
        "Service" => service(object),
        _ => conditions(object),
    }
}

/// The object's controller has not seen the newest generation: its status speaks of an older spec.
fn is_behind(kind: &str, object: &Value) -> bool {
    let generation = object.pointer("/metadata/generation").and_then(Value::as_i64);
    let observed = object.pointer("/status/observedGeneration").and_then(Value::as_i64);
    match (generation, observed) {
        (Some(generation), Some(observed)) => observed < generation,
        // These controllers always say what they observed, so silence means that they have not come yet.
        (Some(_), None) => matches!(kind, "Deployment" | "StatefulSet" | "ReplicaSet" | "DaemonSet"),
        (None, _) => false,
    }
}

fn workload(kind: &str, object: &Value) -> Readiness {
    let Replicas { desired, current, updated, ready, available } = replicas(kind, object);
    if condition(object, "Progressing").is_some_and(|c| c["reason"] == "ProgressDeadlineExceeded") {
        return Readiness::waiting("its rollout exceeded the progress deadline");
    }
    let on_delete = object.pointer("/spec/updateStrategy/type").is_some_and(|t| t == "OnDelete");
    if kind != "ReplicaSet" && !on_delete && updated < desired {
        return Readiness::waiting(format!("{updated} of {desired} replicas are updated"));
    }
    if kind == "Deployment" && current > updated {
        return Readiness::waiting(format!("{} old replicas are still running", current - updated));
    }
    if ready < desired {
        return Readiness::waiting(format!("{ready} of {desired} replicas are ready"));
    }
    if available < desired {
        return Readiness::waiting(format!("{available} of {desired} replicas are available"));
    }
    if current > desired {
        return Readiness::waiting(format!("{} replicas are still stopping", current - desired));
    }
    Readiness::ready()
}

fn job(object: &Value) -> Readiness {
    if is_true(object, "Failed") {
        return Readiness::waiting("it failed");
    }
    if is_true(object, "Complete") { Readiness::ready() } else { Readiness::waiting("it has not completed") }
}

fn pod(object: &Value) -> Readiness {
    let done = object.pointer("/status/phase").is_some_and(|phase| phase == "Succeeded");
    if done || is_true(object, "Ready") { Readiness::ready() } else { Readiness::waiting("it is not ready") }
}

fn phase(object: &Value, wanted: &str) -> Readiness {
    match object.pointer("/status/phase").and_then(Value::as_str) {
        Some(phase) if phase == wanted => Readiness::ready(),
        Some(phase) => Readiness::waiting(format!("its phase is {phase}")),
        None => Readiness::waiting("it has no phase yet"),
    }
}

fn service(object: &Value) -> Readiness {
    let balanced = object.pointer("/spec/type").is_some_and(|t| t == "LoadBalancer");
    let address = object.pointer("/status/loadBalancer/ingress").and_then(Value::as_array);
    if balanced && address.is_none_or(Vec::is_empty) {
        return Readiness::waiting("its load balancer has no address yet");
    }
    Readiness::ready()
}

/// Any other kind: its own conditions `Ready`, `Reconciling` and `Stalled`, if it has them.
fn conditions(object: &Value) -> Readiness {
    if is_true(object, "Stalled") {
        return Readiness::waiting("it is stalled");
    }
    if is_true(object, "Reconciling") {
        return Readiness::waiting("it is being reconciled");
    }
    match condition(object, "Ready") {
        Some(ready) if ready["status"] != "True" => {
            Readiness::waiting(ready["message"].as_str().unwrap_or("it is not ready"))
        }
        _ => Readiness::ready(),
    }
}

fn condition<'a>(object: &'a Value, type_: &str) -> Option<&'a Value> {
    let list = object.pointer("/status/conditions")?.as_array()?;
    list.iter().find(|condition| condition["type"] == type_)
}

fn is_true(object: &Value, type_: &str) -> bool {
    condition(object, type_).is_some_and(|condition| condition["status"] == "True")
}

#[cfg(test)]
mod tests;
