//! The rules of kstatus, a table.

use serde_json::json;

use super::*;

fn waits(kind: &str, object: Value) -> Option<String> {
    of(kind, &object).waiting_for().map(str::to_owned)
}

fn deployment(generation: i64, spec: Value, status: Value) -> Value {
    json!({"metadata": {"generation": generation}, "spec": spec, "status": status})
}

/// Desired, current, updated, ready, available.
fn rollout(desired: i32, current: i32, updated: i32, ready: i32, available: i32) -> Value {
    deployment(
        1,
        json!({"replicas": desired, "template": {}}),
        json!({
            "observedGeneration": 1, "replicas": current, "updatedReplicas": updated,
            "readyReplicas": ready, "availableReplicas": available,
        }),
    )
}

#[test]
fn a_deployment_is_ready_when_all_of_its_newest_pods_are_available_and_no_others_are_left() {
    assert_eq!(waits("Deployment", rollout(2, 2, 2, 2, 2)), None);
    assert_eq!(waits("Deployment", rollout(0, 0, 0, 0, 0)), None);
    for (object, text) in [
        (rollout(2, 2, 1, 2, 2), "1 of 2 replicas are updated"),
        (rollout(2, 3, 2, 3, 3), "1 old replicas are still running"),
        (rollout(2, 2, 2, 1, 1), "1 of 2 replicas are ready"),
        (rollout(2, 2, 2, 2, 1), "1 of 2 replicas are available"),
        (rollout(0, 2, 2, 2, 2), "2 replicas are still stopping"),
    ] {
        assert_eq!(waits("Deployment", object).as_deref(), Some(text));
    }
}

#[test]
fn a_status_of_an_older_spec_says_nothing() {
    let mut behind = rollout(1, 1, 1, 1, 1);
    behind["metadata"]["generation"] = json!(2);
    let new = deployment(1, json!({"replicas": 1, "template": {}}), json!({}));
    for object in [behind, new] {
        assert_eq!(
            waits("Deployment", object).as_deref(),
            Some("its controller has not looked at its newest spec yet")
        );
    }
}

#[test]
fn replicas_left_out_are_one() {
    let one = json!({"spec": {"template": {}}, "status": {"observedGeneration": 1}});
    assert_eq!(replicas("Deployment", &one).desired, 1);
    assert_eq!(replicas("ConfigMap", &json!({"data": {}})), Replicas::default());
}

#[test]
fn a_daemon_set_counts_its_own_fields() {
    let status = json!({
        "observedGeneration": 1, "desiredNumberScheduled": 2, "currentNumberScheduled": 2,
        "updatedNumberScheduled": 2, "numberReady": 1, "numberAvailable": 1,
    });
    let object = deployment(1, json!({"template": {}}), status);
    assert_eq!(waits("DaemonSet", object).as_deref(), Some("1 of 2 replicas are ready"));
}

#[test]
fn other_kinds_by_their_own_signs() {
    let condition = |type_: &str, status: &str| json!({"status": {"conditions": [{"type": type_, "status": status, "message": "because"}]}});
    assert_eq!(waits("ConfigMap", json!({"data": {}})), None);
    assert_eq!(waits("Service", json!({"spec": {"type": "ClusterIP"}})), None);
    assert!(waits("Service", json!({"spec": {"type": "LoadBalancer"}})).is_some());
    assert_eq!(waits("PersistentVolumeClaim", json!({"status": {"phase": "Bound"}})), None);
    assert!(waits("PersistentVolumeClaim", json!({"status": {"phase": "Pending"}})).is_some());
    assert_eq!(waits("Job", condition("Complete", "True")), None);
    assert_eq!(waits("Job", condition("Failed", "True")).as_deref(), Some("it failed"));
    assert_eq!(waits("Pod", condition("Ready", "True")), None);
    assert_eq!(waits("MyApp", condition("Ready", "False")).as_deref(), Some("because"));
    assert!(waits("MyApp", condition("Stalled", "True")).is_some());
    assert_eq!(waits("MyApp", condition("Ready", "True")), None);
    let deleting = json!({"metadata": {"deletionTimestamp": "2020-01-01T00:00:00Z"}});
    assert_eq!(waits("ConfigMap", deleting).as_deref(), Some("is being deleted"));
}
