//! Workloads: Deployment, StatefulSet, ReplicaSet, DaemonSet.

use serde_json::Value;

use super::{
    Readiness,
    conditions::{find, holds, message_of},
    text,
};
use crate::object::Kind;

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

impl Replicas {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            desired: self.desired.saturating_add(other.desired),
            current: self.current.saturating_add(other.current),
            updated: self.updated.saturating_add(other.updated),
            ready: self.ready.saturating_add(other.ready),
            available: self.available.saturating_add(other.available),
        }
    }
}

/// The numbers of a workload; zeros for other kinds. The kind is given, because items of a list do not carry it.
pub(crate) fn replicas(kind: &Kind, object: &Value) -> Replicas {
    match &*kind.kind {
        "DaemonSet" => of_nodes(object),
        // A CronJob's or a Job's pods come and go: they are no replicas.
        _ if object.pointer("/spec/template").is_some() && kind.group != "batch" => of_pods(object),
        _ => Replicas::default(),
    }
}

fn of_pods(object: &Value) -> Replicas {
    let status = |name: &str| number(object, &format!("/status/{name}")).unwrap_or(0);
    Replicas {
        desired: number(object, "/spec/replicas").unwrap_or(1),
        current: status("replicas"),
        updated: status("updatedReplicas"),
        ready: status("readyReplicas"),
        available: status("availableReplicas"),
    }
}

fn of_nodes(object: &Value) -> Replicas {
    let status = |name: &str| number(object, &format!("/status/{name}")).unwrap_or(0);
    Replicas {
        desired: status("desiredNumberScheduled"),
        current: status("currentNumberScheduled"),
        updated: status("updatedNumberScheduled"),
        ready: status("numberReady"),
        available: status("numberAvailable"),
    }
}

fn number(object: &Value, path: &str) -> Option<i32> {
    object.pointer(path).and_then(Value::as_i64).map(|number| i32::try_from(number).unwrap_or(i32::MAX))
}

pub(super) fn deployment(object: &Value) -> Readiness {
    if find(object, "Progressing").is_some_and(|c| c["reason"] == "ProgressDeadlineExceeded") {
        return Readiness::failed(with(object, "its rollout exceeded the progress deadline".to_owned()));
    }
    let Replicas { desired, current, updated, ready, available } = of_pods(object);
    if updated < desired {
        return Readiness::waiting(with(object, format!("{updated} of {desired} replicas are updated")));
    }
    if current > updated {
        return Readiness::waiting(format!("{} old replicas are still running", current - updated));
    }
    pods(object, desired, current, ready, available)
}

pub(super) fn replica_set(object: &Value) -> Readiness {
    let Replicas { desired, current, ready, available, .. } = of_pods(object);
    pods(object, desired, current, ready, available)
}

pub(super) fn stateful_set(object: &Value) -> Readiness {
    let Replicas { desired, current, updated, ready, available } = of_pods(object);
    // Pods below the partition keep the old template for as long as it stands. With `OnDelete` a person decides when.
    let partition = number(object, "/spec/updateStrategy/rollingUpdate/partition").unwrap_or(0);
    let to_update = desired.saturating_sub(partition.max(0)).max(0);
    if !is_on_delete(object) && updated < to_update {
        return Readiness::waiting(format!("{updated} of {to_update} replicas are updated"));
    }
    pods(object, desired, current, ready, available)
}

pub(super) fn daemon_set(object: &Value) -> Readiness {
    if object.pointer("/status/desiredNumberScheduled").is_none() {
        return Readiness::waiting("nobody has counted its nodes yet");
    }
    let Replicas { desired, current, updated, ready, available } = of_nodes(object);
    if current < desired {
        return Readiness::waiting(format!("{current} of {desired} nodes have a pod"));
    }
    if !is_on_delete(object) && updated < desired {
        return Readiness::waiting(format!("{updated} of {desired} replicas are updated"));
    }
    pods(object, desired, desired, ready, available)
}

fn pods(object: &Value, desired: i32, current: i32, ready: i32, available: i32) -> Readiness {
    if ready < desired {
        return Readiness::waiting(with(object, format!("{ready} of {desired} replicas are ready")));
    }
    if available < desired {
        return Readiness::waiting(format!("{available} of {desired} replicas are available"));
    }
    if current > desired {
        return Readiness::waiting(format!("{} replicas are still stopping", current - desired));
    }
    Readiness::ready()
}

/// Why pods cannot be made at all, a quota for example, is the cause of every count that is too low.
fn with(object: &Value, count: String) -> String {
    if !holds(object, "ReplicaFailure") {
        return count;
    }
    match message_of(object, "ReplicaFailure") {
        Some(why) => format!("{count}: {why}"),
        None => format!("{count}: its pods cannot be made"),
    }
}

fn is_on_delete(object: &Value) -> bool {
    text(object, "/spec/updateStrategy/type") == Some("OnDelete")
}
