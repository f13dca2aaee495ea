//! Kinds of the core group that are no workloads: Pod, Service, PersistentVolumeClaim, Namespace.

use serde_json::Value;

use super::{
    Readiness,
    conditions::{find, holds},
    text,
};

pub(super) fn pod(object: &Value) -> Readiness {
    match text(object, "/status/phase") {
        Some("Succeeded") => Readiness::ready(),
        Some("Failed") => Readiness::failed(match text(object, "/status/reason") {
            Some(reason) => format!("it failed: {reason}"),
            None => "it failed".to_owned(),
        }),
        Some("Pending") => {
            let placed = find(object, "PodScheduled").filter(|placed| placed["status"] == "False");
            match placed.filter(|placed| placed["reason"] == "Unschedulable") {
                Some(placed) => match placed["message"].as_str().filter(|message| !message.is_empty()) {
                    Some(message) => Readiness::failed(format!("it cannot be scheduled: {message}")),
                    None => Readiness::failed("it cannot be scheduled"),
                },
                None => Readiness::waiting("it has not started"),
            }
        }
        Some(_) if holds(object, "Ready") => Readiness::ready(),
        Some(_) => match crashing(object) {
            Some(container) => {
                Readiness::failed(format!("its container {container} crashes again and again"))
            }
            None => Readiness::waiting("it is not ready"),
        },
        None => Readiness::waiting("it has not started"),
    }
}

/// The first container that the kubelet restarts ever more slowly.
fn crashing(object: &Value) -> Option<&str> {
    let containers = object.pointer("/status/containerStatuses")?.as_array()?;
    let crashes = |container: &&Value| text(container, "/state/waiting/reason") == Some("CrashLoopBackOff");
    containers.iter().find(crashes)?["name"].as_str()
}

/// Kinds other than `LoadBalancer`, `ExternalName` among them, need nobody's help.
pub(super) fn service(object: &Value) -> Readiness {
    let address = object.pointer("/status/loadBalancer/ingress").and_then(Value::as_array);
    Readiness::when(
        text(object, "/spec/type") != Some("LoadBalancer") || address.is_some_and(|list| !list.is_empty()),
        "its load balancer has no address yet",
    )
}

pub(super) fn volume_claim(object: &Value) -> Readiness {
    match text(object, "/status/phase") {
        Some("Bound") => Readiness::ready(),
        Some("Lost") => Readiness::failed("its volume is lost"),
        Some(phase) => Readiness::waiting(format!("its phase is {phase}")),
        None => Readiness::waiting("it has no phase yet"),
    }
}

pub(super) fn namespace(object: &Value) -> Readiness {
    Readiness::when(text(object, "/status/phase") == Some("Active"), "it is not active yet")
}
