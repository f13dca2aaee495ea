//! What is replaced by what.

use serde_json::json;

use super::*;

fn cause(field: &str, message: &str) -> Cause {
    Cause { reason: "FieldValueForbidden".to_owned(), message: message.to_owned(), field: field.to_owned() }
}

fn replaced(desired: &Value, live: &Value, field: &str, message: &str) -> Option<(String, Value)> {
    replacement(desired, live, &cause(field, message)).map(|(path, value)| (path.to_string(), value))
}

#[test]
fn a_defaulted_member_goes_and_the_rest_of_live_stays() {
    let desired = json!({"spec": {"replicas": 2, "strategy": {"type": "Recreate"}}});
    let live = json!({"spec": {"replicas": 5, "strategy": {
        "type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}, "foreign": 1,
    }}});
    assert_eq!(
        replaced(&desired, &live, "spec.strategy.rollingUpdate", "may not be specified"),
        Some(("spec.strategy".to_owned(), json!({"type": "Recreate", "foreign": 1})))
    );
}

#[test]
fn the_item_is_found_by_name_whatever_its_position_in_the_merged_list() {
    let desired = json!({"v": [{"name": "new", "emptyDir": {}}, {"name": "b", "emptyDir": {}}]});
    let live =
        json!({"v": [{"name": "a", "hostPath": {"path": "/"}}, {"name": "b", "hostPath": {"path": "/"}}]});
    for field in ["v[0].hostPath", "v[1].hostPath", "v[2].hostPath"] {
        assert_eq!(
            replaced(&desired, &live, field, "may not specify more than 1 volume type"),
            Some(("v[1]".to_owned(), json!({"name": "b", "emptyDir": {}}))),
            "{field}"
        );
    }
}

#[test]
fn the_server_may_blame_our_own_member() {
    let desired = json!({"v": [{"name": "a", "hostPath": {"path": "/"}}]});
    let live = json!({"v": [{"name": "a", "emptyDir": {}}]});
    let expected = Some(("v[0]".to_owned(), json!({"name": "a", "hostPath": {"path": "/"}})));
    assert_eq!(
        replaced(&desired, &live, "v[0].hostPath", "may not specify more than 1 volume type"),
        expected
    );
    assert_eq!(replaced(&desired, &live, "v[0].hostPath", "path is required"), None);

    let desired = json!({"env": [{"name": "a", "valueFrom": {"fieldRef": {}}}]});
    let live = json!({"env": [{"name": "a", "value": "x"}]});
    assert_eq!(
        replaced(
            &desired,
            &live,
            "env[0].valueFrom",
            "Invalid value: \"\": may not be specified when `value` is not empty"
        ),
        Some(("env[0]".to_owned(), json!({"name": "a", "valueFrom": {"fieldRef": {}}})))
    );
}

#[test]
fn other_faults_are_no_trap() {
    let desired = json!({"spec": {"selector": {"a": "b"}, "replicas": -1}});
    let live = json!({"spec": {"selector": {"a": "c"}, "replicas": 1, "paused": true}});
    for field in ["spec.selector", "spec.replicas", "spec.unknown", "spec", "", "metadata.labels[x]"] {
        assert_eq!(replaced(&desired, &live, field, "field is immutable"), None, "{field}");
    }
    // A member at the root has no parent but the object itself.
    assert_eq!(replaced(&json!({}), &json!({"x": 1}), "x", "Forbidden"), None);
}

#[test]
fn the_server_may_blame_the_object_that_has_both() {
    let desired = json!({"env": [{"name": "a", "valueFrom": {"secretKeyRef": {"key": "k"}}}]});
    let live = json!({"env": [{"name": "a", "valueFrom": {"configMapKeyRef": {"key": "k"}}}]});
    assert_eq!(
        replaced(
            &desired,
            &live,
            "env[0].valueFrom",
            "Invalid value: \"\": may not have more than one field specified at a time"
        ),
        Some(("env[0].valueFrom".to_owned(), json!({"secretKeyRef": {"key": "k"}})))
    );
    // Of a whole spec only what is named is taken out, and what others have besides stays.
    let desired = json!({"spec": {"minAvailable": 1, "selector": {"a": "b"}}});
    let live = json!({"spec": {"maxUnavailable": 1, "theirs": {"c": "d"}, "selector": {"a": "b"}}});
    let both = "Invalid value: {\"MaxUnavailable\": 1}: minAvailable and maxUnavailable cannot be both set";
    let kept = json!({"minAvailable": 1, "theirs": {"c": "d"}, "selector": {"a": "b"}});
    assert_eq!(replaced(&desired, &live, "spec", both), Some(("spec".to_owned(), kept)));
    assert_eq!(replaced(&desired, &live, "spec", "only one may be set, mutually exclusive"), None);
    // And the name may be that of Go.
    let desired = json!({"spec": {"type": "ClusterIP"}});
    let live = json!({"spec": {"type": "LoadBalancer", "loadBalancerSourceRanges": ["a"]}});
    let replaced = replaced(&desired, &live, "spec.LoadBalancerSourceRanges", "may only be used when ..");
    assert_eq!(replaced, Some(("spec".to_owned(), json!({"type": "ClusterIP"}))));
}
