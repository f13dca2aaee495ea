//! The rules of kstatus, tables.

mod core;
mod workload;

use std::borrow::Cow;

use serde_json::json;

use super::*;

/// A kind by its group and name.
fn kind(group: &'static str, kind: &'static str) -> Kind {
    let (group, kind) = (Cow::Borrowed(group), Cow::Borrowed(kind));
    Kind { group, version: Cow::Borrowed("v1"), plural: kind.clone(), kind, namespaced: true }
}

/// `None` when ready, else whether it has failed, and why.
fn said(group: &'static str, name: &'static str, object: &Value) -> Option<(bool, String)> {
    let readiness = of(&kind(group, name), object);
    assert_eq!(readiness.is_ready(), readiness.waiting_for().is_none());
    readiness.waiting_for().map(|text| (readiness.is_failed(), text.to_owned()))
}

#[track_caller]
fn ready(group: &'static str, name: &'static str, object: Value) {
    assert_eq!(said(group, name, &object), None, "{object:#}");
}

#[track_caller]
fn waits(group: &'static str, name: &'static str, object: Value, text: &str) {
    assert_eq!(said(group, name, &object), Some((false, text.to_owned())), "{object:#}");
}

#[track_caller]
fn failed(group: &'static str, name: &'static str, object: Value, text: &str) {
    assert_eq!(said(group, name, &object), Some((true, text.to_owned())), "{object:#}");
}

/// An object with these conditions: type, status, reason, message.
fn with_conditions(conditions: &[[&str; 4]]) -> Value {
    let each = |[type_, status, reason, message]: &[&str; 4]| json!({"type": type_, "status": status, "reason": reason, "message": message});
    json!({"status": {"conditions": conditions.iter().map(each).collect::<Vec<_>>()}})
}

const MYAPP: (&str, &str) = ("example.com", "MyApp");
const BEHIND: &str = "its controller has not looked at its newest spec yet";

#[test]
fn what_is_being_deleted_is_not_ready_whatever_it_is() {
    for (group, name) in [("", "ConfigMap"), ("apps", "Deployment"), MYAPP] {
        let deleting = json!({"metadata": {"deletionTimestamp": "2020-01-01T00:00:00Z"}});
        waits(group, name, deleting, "is being deleted");
    }
}

#[test]
fn a_custom_resource_is_as_its_conditions_say() {
    let (group, name) = MYAPP;
    ready(group, name, json!({"spec": {}}));
    ready(group, name, json!({"status": {"conditions": "not a list"}}));
    ready(group, name, with_conditions(&[["Ready", "True", "R", ""]]));
    ready(group, name, with_conditions(&[["Ready", "True", "R", ""], ["Stalled", "False", "R", "m"]]));
    ready(group, name, with_conditions(&[["Degraded", "True", "R", "m"]]));
    waits(group, name, with_conditions(&[["Ready", "False", "R", "because"]]), "because");
    waits(group, name, with_conditions(&[["Ready", "Unknown", "R", " "]]), "it is not ready");
    let both = [["Ready", "True", "R", ""], ["Reconciling", "True", "R", "step 2 of 3"]];
    waits(group, name, with_conditions(&both), "step 2 of 3");
    let stalled = [["Ready", "False", "R", "because"], ["Stalled", "True", "R", "no licence"]];
    failed(group, name, with_conditions(&stalled), "no licence");
    failed(group, name, with_conditions(&[["Stalled", "True", "R", ""]]), "it is stalled");
}

#[test]
fn a_status_of_an_older_generation_says_nothing() {
    let (group, name) = MYAPP;
    let mut object = with_conditions(&[["Ready", "True", "R", ""]]);
    object["metadata"] = json!({"generation": 3});
    object["status"]["observedGeneration"] = json!(2);
    waits(group, name, object.clone(), BEHIND);
    object["status"]["observedGeneration"] = json!(3);
    ready(group, name, object.clone());
    object["status"]["conditions"][0]["observedGeneration"] = json!(2);
    waits(group, name, object, BEHIND);
    // Not even that it has failed.
    let mut stalled = with_conditions(&[["Stalled", "True", "R", "no licence"]]);
    stalled["metadata"] = json!({"generation": 3});
    stalled["status"]["observedGeneration"] = json!(2);
    waits(group, name, stalled, BEHIND);
}

#[test]
fn the_conditions_of_kstatus_go_before_the_rules_of_a_kind() {
    let stalled = with_conditions(&[["Complete", "True", "", ""], ["Stalled", "True", "R", "by hand"]]);
    failed("batch", "Job", stalled, "by hand");
}

#[test]
fn a_kind_is_known_by_its_group_too() {
    let no_address = json!({"spec": {"type": "LoadBalancer"}});
    waits("", "Service", no_address.clone(), "its load balancer has no address yet");
    ready("serving.knative.dev", "Service", no_address);
    let running = json!({"status": {"startTime": "2020-01-01T00:00:00Z"}});
    waits("batch", "Job", running.clone(), "it has not completed");
    ready("batch.volcano.sh", "Job", running);
}

#[test]
fn a_custom_resource_definition_is_ready_when_its_kind_can_be_used() {
    let (group, name) = ("apiextensions.k8s.io", "CustomResourceDefinition");
    waits(group, name, json!({}), "it is being installed");
    let installing = ["Established", "False", "Installing", "the initial names have been accepted"];
    waits(
        group,
        name,
        with_conditions(&[["NamesAccepted", "True", "R", ""], installing]),
        "it is being installed",
    );
    ready(group, name, with_conditions(&[["Established", "True", "R", ""]]));
    failed(
        group,
        name,
        with_conditions(&[["NamesAccepted", "False", "R", "\"apps\" is in use"]]),
        "\"apps\" is in use",
    );
    failed(group, name, with_conditions(&[["Established", "False", "Broken", ""]]), "it is not established");
}

#[test]
fn kinds_without_a_state_of_their_own_are_ready() {
    let kinds = [("", "ConfigMap"), ("", "Secret"), ("batch", "CronJob"), ("networking.k8s.io", "Ingress")];
    for (group, name) in
        kinds.into_iter().chain([("rbac.authorization.k8s.io", "Role"), ("", "ServiceAccount")])
    {
        ready(group, name, json!({"metadata": {"generation": 1}, "spec": {}, "status": {}}));
    }
}

#[test]
fn a_disruption_budget_is_ready_once_it_has_been_computed() {
    let (group, name) = ("policy", "PodDisruptionBudget");
    let mut budget = json!({"metadata": {"generation": 1}, "spec": {}});
    waits(group, name, budget.clone(), BEHIND);
    budget["status"] = json!({"observedGeneration": 1, "disruptionsAllowed": 0});
    ready(group, name, budget);
}
