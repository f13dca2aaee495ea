//! Jobs, Pods, Services, claims, namespaces.

use super::*;

#[test]
fn a_job_is_ready_when_its_work_is_done() {
    let job = |object| said("batch", "Job", &object);
    let waiting = |text: &str| Some((false, text.to_owned()));
    assert_eq!(job(json!({})), waiting("it has not started"));
    assert_eq!(job(json!({"status": {"startTime": "t", "active": 1}})), waiting("it has not completed"));
    assert_eq!(job(json!({"spec": {"suspend": true}})), waiting("it is suspended"));
    ready(
        "batch",
        "Job",
        with_conditions(&[["SuccessCriteriaMet", "True", "", ""], ["Complete", "True", "", ""]]),
    );
    let limit = ["Failed", "True", "BackoffLimitExceeded", "Job has reached the specified backoff limit"];
    failed(
        "batch",
        "Job",
        with_conditions(&[["FailureTarget", "True", "", ""], limit]),
        "it failed: BackoffLimitExceeded: Job has reached the specified backoff limit",
    );
    failed("batch", "Job", with_conditions(&[["Failed", "True", "", ""]]), "it failed");
    assert_eq!(job(with_conditions(&[["Failed", "False", "", ""]])), waiting("it has not started"));
}

#[test]
fn a_pod_is_ready_when_it_says_so_or_is_done() {
    let pod = |phase: &str, mut object: Value| {
        object["status"]["phase"] = json!(phase);
        object
    };
    ready("", "Pod", pod("Running", with_conditions(&[["Ready", "True", "", ""]])));
    ready("", "Pod", pod("Succeeded", with_conditions(&[["Ready", "False", "PodCompleted", ""]])));
    waits("", "Pod", json!({}), "it has not started");
    waits("", "Pod", pod("Pending", json!({})), "it has not started");
    waits("", "Pod", pod("Running", with_conditions(&[["Ready", "False", "", ""]])), "it is not ready");
    failed("", "Pod", pod("Failed", json!({})), "it failed");
    failed("", "Pod", pod("Failed", json!({"status": {"reason": "Evicted"}})), "it failed: Evicted");
    let unplaced = with_conditions(&[["PodScheduled", "False", "Unschedulable", "0/3 nodes are available"]]);
    failed("", "Pod", pod("Pending", unplaced), "it cannot be scheduled: 0/3 nodes are available");
    let gated = with_conditions(&[["PodScheduled", "False", "SchedulingGated", "m"]]);
    waits("", "Pod", pod("Pending", gated), "it has not started");
    let mut crashing = with_conditions(&[["Ready", "False", "", ""]]);
    crashing["status"]["containerStatuses"] = json!([
        {"name": "fine", "state": {"running": {}}},
        {"name": "app", "state": {"waiting": {"reason": "CrashLoopBackOff"}}},
    ]);
    failed("", "Pod", pod("Running", crashing), "its container app crashes again and again");
}

#[test]
fn only_a_load_balancer_waits_for_an_address() {
    let service = |type_: &str| json!({"spec": {"type": type_}, "status": {"loadBalancer": {}}});
    for type_ in ["ClusterIP", "NodePort", "ExternalName"] {
        ready("", "Service", service(type_));
    }
    ready("", "Service", json!({}));
    let mut balanced = service("LoadBalancer");
    waits("", "Service", balanced.clone(), "its load balancer has no address yet");
    balanced["status"]["loadBalancer"]["ingress"] = json!([]);
    waits("", "Service", balanced.clone(), "its load balancer has no address yet");
    balanced["status"]["loadBalancer"]["ingress"] = json!([{"hostname": "lb.example.com"}]);
    ready("", "Service", balanced);
}

#[test]
fn claims_and_namespaces_by_their_phases() {
    let phase = |phase: &str| json!({"status": {"phase": phase}});
    ready("", "PersistentVolumeClaim", phase("Bound"));
    waits("", "PersistentVolumeClaim", phase("Pending"), "its phase is Pending");
    waits("", "PersistentVolumeClaim", json!({}), "it has no phase yet");
    failed("", "PersistentVolumeClaim", phase("Lost"), "its volume is lost");
    ready("", "Namespace", phase("Active"));
    waits("", "Namespace", json!({}), "it is not active yet");
}
