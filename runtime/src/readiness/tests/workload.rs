//! Deployment, StatefulSet, ReplicaSet, DaemonSet.

use super::*;

fn workload(generation: i64, spec: Value, status: Value) -> Value {
    json!({"metadata": {"generation": generation}, "spec": spec, "status": status})
}

/// Desired, current, updated, ready, available.
fn rollout([desired, current, updated, ready, available]: [i32; 5]) -> Value {
    workload(
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
    ready("apps", "Deployment", rollout([2, 2, 2, 2, 2]));
    ready("apps", "Deployment", rollout([0, 0, 0, 0, 0]));
    for (numbers, text) in [
        ([2, 2, 1, 2, 2], "1 of 2 replicas are updated"),
        ([2, 3, 2, 3, 3], "1 old replicas are still running"),
        ([2, 2, 2, 1, 1], "1 of 2 replicas are ready"),
        ([2, 2, 2, 2, 1], "1 of 2 replicas are available"),
        ([0, 2, 2, 2, 2], "2 replicas are still stopping"),
    ] {
        waits("apps", "Deployment", rollout(numbers), text);
    }
}

#[test]
fn a_deployment_past_its_deadline_has_failed_and_says_why() {
    let mut late = rollout([2, 0, 0, 0, 0]);
    let progressing = json!({"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded"});
    late["status"]["conditions"] = json!([progressing]);
    failed("apps", "Deployment", late.clone(), "its rollout exceeded the progress deadline");
    let failure = json!({"type": "ReplicaFailure", "status": "True", "message": "exceeded quota: q"});
    late["status"]["conditions"] = json!([progressing, failure]);
    failed(
        "apps",
        "Deployment",
        late.clone(),
        "its rollout exceeded the progress deadline: exceeded quota: q",
    );
    late["status"]["conditions"] = json!([failure]);
    waits("apps", "Deployment", late.clone(), "0 of 2 replicas are updated: exceeded quota: q");
    // What was said of an older spec does not count.
    late["status"]["conditions"] = json!([progressing]);
    late["metadata"]["generation"] = json!(2);
    waits("apps", "Deployment", late, BEHIND);
}

/// Our write made generation 3, and the cache has the status of generation 2.
#[test]
fn a_status_of_an_older_spec_says_nothing() {
    for name in ["Deployment", "StatefulSet", "ReplicaSet"] {
        let mut behind = rollout([1, 1, 1, 1, 1]);
        behind["metadata"]["generation"] = json!(3);
        behind["status"]["observedGeneration"] = json!(2);
        waits("apps", name, behind, BEHIND);
        waits("apps", name, workload(1, json!({"replicas": 1, "template": {}}), json!({})), BEHIND);
        waits("apps", name, json!({"metadata": {"generation": 1}}), BEHIND);
    }
}

#[test]
fn a_replica_set_counts_its_pods() {
    ready("apps", "ReplicaSet", rollout([2, 2, 0, 2, 2]));
    waits("apps", "ReplicaSet", rollout([2, 1, 0, 1, 1]), "1 of 2 replicas are ready");
    let mut refused = rollout([2, 0, 0, 0, 0]);
    refused["status"]["conditions"] = json!([{"type": "ReplicaFailure", "status": "True"}]);
    waits("apps", "ReplicaSet", refused, "0 of 2 replicas are ready: its pods cannot be made");
}

#[test]
fn a_stateful_set_leaves_pods_below_its_partition_as_they_are() {
    let strategy = |object: &mut Value, strategy: Value| object["spec"]["updateStrategy"] = strategy;
    ready("apps", "StatefulSet", rollout([3, 3, 3, 3, 3]));
    let mut object = rollout([3, 3, 1, 3, 3]);
    waits("apps", "StatefulSet", object.clone(), "1 of 3 replicas are updated");
    strategy(&mut object, json!({"type": "RollingUpdate", "rollingUpdate": {"partition": 2}}));
    ready("apps", "StatefulSet", object.clone());
    strategy(&mut object, json!({"type": "RollingUpdate", "rollingUpdate": {"partition": 1}}));
    waits("apps", "StatefulSet", object.clone(), "1 of 2 replicas are updated");
    strategy(&mut object, json!({"type": "RollingUpdate", "rollingUpdate": {"partition": 9}}));
    ready("apps", "StatefulSet", object.clone());
    // A person decides when.
    strategy(&mut object, json!({"type": "OnDelete"}));
    ready("apps", "StatefulSet", object.clone());
    object["status"]["readyReplicas"] = json!(2);
    waits("apps", "StatefulSet", object, "2 of 3 replicas are ready");
    waits("apps", "StatefulSet", rollout([1, 3, 3, 3, 3]), "2 replicas are still stopping");
}

#[test]
fn a_daemon_set_counts_its_nodes() {
    let nodes = |[desired, current, updated, ready, available]: [i32; 5]| {
        let status = json!({
            "observedGeneration": 1, "desiredNumberScheduled": desired, "currentNumberScheduled": current,
            "updatedNumberScheduled": updated, "numberReady": ready, "numberAvailable": available,
        });
        workload(1, json!({"template": {}}), status)
    };
    ready("apps", "DaemonSet", nodes([0, 0, 0, 0, 0]));
    ready("apps", "DaemonSet", nodes([2, 2, 2, 2, 2]));
    waits("apps", "DaemonSet", nodes([2, 1, 1, 1, 1]), "1 of 2 nodes have a pod");
    waits("apps", "DaemonSet", nodes([2, 2, 1, 2, 2]), "1 of 2 replicas are updated");
    waits("apps", "DaemonSet", nodes([2, 2, 2, 1, 1]), "1 of 2 replicas are ready");
    let uncounted = workload(1, json!({"template": {}}), json!({"observedGeneration": 1}));
    waits("apps", "DaemonSet", uncounted, "nobody has counted its nodes yet");
    let mut by_hand = nodes([2, 2, 1, 2, 2]);
    by_hand["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    ready("apps", "DaemonSet", by_hand);
}

#[test]
fn replicas_left_out_are_one() {
    let one = json!({"spec": {"template": {}}, "status": {"observedGeneration": 1}});
    assert_eq!(replicas(&kind("apps", "Deployment"), &one).desired, 1);
    assert_eq!(replicas(&kind("batch", "Job"), &one), Replicas::default());
    assert_eq!(replicas(&kind("", "ConfigMap"), &json!({"data": {}})), Replicas::default());
}
