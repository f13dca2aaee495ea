//! Whether a child does what it is for, in a few words, by the rules of
//! [kstatus](https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md).

use serde_json::Value;

/// What a child's status says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Readiness {
    /// Whether it is as wanted.
    pub(crate) ready: bool,
    /// In a few words, such as `ready 1/1`.
    pub(crate) text: String,
    /// Whether the status speaks of an older spec, so that it says nothing yet.
    pub(crate) behind: bool,
}

impl Readiness {
    fn new(ready: bool, text: impl Into<String>) -> Self {
        Self { ready, text: text.into(), behind: false }
    }
}

/// Readiness of an object of `kind` in this generation; `None` for a kind that has no such thing, such as ConfigMap.
pub(crate) fn of(kind: &str, generation: Option<i64>, object: &Value) -> Option<Readiness> {
    match kind {
        "Deployment" | "StatefulSet" | "ReplicaSet" | "DaemonSet" => Some(workload(kind, generation, object)),
        "Job" => Some(job(object)),
        "Pod" => Some(pod(object)),
        "PersistentVolumeClaim" => {
            let phase = text(object, "/status/phase").unwrap_or("Pending");
            Some(Readiness::new(phase == "Bound", phase))
        }
        "Service" if text(object, "/spec/type") == Some("LoadBalancer") => {
            let addresses = object.pointer("/status/loadBalancer/ingress").and_then(Value::as_array);
            let ready = addresses.is_some_and(|list| !list.is_empty());
            Some(Readiness::new(ready, if ready { "has an address" } else { "no address yet" }))
        }
        _ => {
            let ready = condition(object, "Ready")?;
            let behind = !is_current(generation, object).unwrap_or(true);
            Some(Readiness { ready: !behind && ready == "True", text: format!("Ready={ready}"), behind })
        }
    }
}

fn workload(kind: &str, generation: Option<i64>, object: &Value) -> Readiness {
    let number = |path: &str| object.pointer(path).and_then(Value::as_i64);
    let status = |name: &str| number(&format!("/status/{name}")).unwrap_or(0);
    let (desired, updated, ready) = if kind == "DaemonSet" {
        (status("desiredNumberScheduled"), status("updatedNumberScheduled"), status("numberReady"))
    } else {
        (number("/spec/replicas").unwrap_or(1), status("updatedReplicas"), status("readyReplicas"))
    };
    let mut text = format!("ready {ready}/{desired}");
    let behind = !is_current(generation, object).unwrap_or(false);
    // A ReplicaSet has no template of another version.
    let old = !behind && kind != "ReplicaSet" && ready > 0 && updated < desired;
    if old {
        text = format!("{text}, updated {updated}/{desired}");
    }
    // Pods that are to go are still there.
    let stopping = kind != "DaemonSet" && status("replicas") > desired;
    Readiness { ready: !behind && !old && !stopping && ready >= desired, text, behind }
}

fn job(object: &Value) -> Readiness {
    let is_true = |type_| condition(object, type_) == Some("True");
    match (is_true("Failed"), is_true("Complete")) {
        (true, _) => Readiness::new(false, "failed"),
        (_, true) => Readiness::new(true, "complete"),
        _ => Readiness::new(false, "running"),
    }
}

fn pod(object: &Value) -> Readiness {
    let phase = text(object, "/status/phase").unwrap_or("Pending");
    if condition(object, "Ready") == Some("True") {
        return Readiness::new(true, "ready");
    }
    Readiness::new(phase == "Succeeded", phase)
}

/// Whether the status speaks of this generation; `None` when it does not say.
fn is_current(generation: Option<i64>, object: &Value) -> Option<bool> {
    let observed = object.pointer("/status/observedGeneration").and_then(Value::as_i64)?;
    Some(generation.is_none_or(|generation| observed >= generation))
}

fn condition<'a>(object: &'a Value, type_: &str) -> Option<&'a str> {
    let list = object.pointer("/status/conditions")?.as_array()?;
    list.iter().find(|condition| condition["type"] == type_)?["status"].as_str()
}

fn text<'a>(object: &'a Value, pointer: &str) -> Option<&'a str> {
    object.pointer(pointer).and_then(Value::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(kind: &str, object: &Value) -> (bool, String) {
        let Readiness { ready, text, .. } = of(kind, Some(2), object).unwrap();
        (ready, text)
    }

    fn deployment(observed: i64, ready: i64, updated: i64) -> Value {
        json!({"spec": {"replicas": 2},
               "status": {"observedGeneration": observed, "readyReplicas": ready, "updatedReplicas": updated}})
    }

    #[test]
    fn a_workload_counts_its_ready_pods() {
        assert_eq!(said("Deployment", &json!({"spec": {"replicas": 2}})), (false, "ready 0/2".to_owned()));
        assert_eq!(said("Deployment", &deployment(2, 1, 2)), (false, "ready 1/2".to_owned()));
        assert_eq!(said("Deployment", &deployment(2, 2, 2)), (true, "ready 2/2".to_owned()));
    }

    #[test]
    fn a_status_of_an_older_spec_or_old_pods_are_not_ready() {
        assert_eq!(said("Deployment", &deployment(1, 2, 2)), (false, "ready 2/2".to_owned()));
        assert_eq!(said("Deployment", &deployment(2, 2, 1)), (false, "ready 2/2, updated 1/2".to_owned()));
        let behind = |observed| of("Deployment", Some(2), &deployment(observed, 2, 2)).unwrap().behind;
        assert!(behind(1) && !behind(2));
        let mut stopping = deployment(2, 3, 3);
        stopping["status"]["replicas"] = json!(3);
        assert_eq!(said("Deployment", &stopping), (false, "ready 3/2".to_owned()));
    }

    #[test]
    fn a_daemon_set_wants_what_is_scheduled() {
        let status = json!({"status": {"observedGeneration": 2, "desiredNumberScheduled": 3, "numberReady": 3,
                                       "updatedNumberScheduled": 3}});
        assert_eq!(said("DaemonSet", &status), (true, "ready 3/3".to_owned()));
    }

    #[test]
    fn jobs_pods_claims_and_balancers() {
        let conditions = |type_: &str| json!({"status": {"conditions": [{"type": type_, "status": "True"}]}});
        assert_eq!(said("Job", &json!({})), (false, "running".to_owned()));
        assert_eq!(said("Job", &conditions("Complete")), (true, "complete".to_owned()));
        assert_eq!(said("Job", &conditions("Failed")), (false, "failed".to_owned()));
        assert_eq!(said("Pod", &conditions("Ready")), (true, "ready".to_owned()));
        assert_eq!(said("Pod", &json!({"status": {"phase": "Running"}})), (false, "Running".to_owned()));
        assert_eq!(said("Pod", &json!({"status": {"phase": "Succeeded"}})), (true, "Succeeded".to_owned()));
        let bound = json!({"status": {"phase": "Bound"}});
        assert_eq!(said("PersistentVolumeClaim", &bound), (true, "Bound".to_owned()));
        let balancer = json!({"spec": {"type": "LoadBalancer"}});
        assert_eq!(said("Service", &balancer), (false, "no address yet".to_owned()));
    }

    #[test]
    fn other_kinds_by_their_ready_condition_or_not_at_all() {
        let ready = json!({"status": {"conditions": [{"type": "Ready", "status": "False"}]}});
        assert_eq!(said("Certificate", &ready), (false, "Ready=False".to_owned()));
        assert_eq!(of("ConfigMap", None, &json!({"data": {}})), None);
        assert_eq!(of("Service", None, &json!({"spec": {"type": "ClusterIP"}})), None);
    }
}
