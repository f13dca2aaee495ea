//! What a builder's output becomes.

use serde_json::json;

use super::*;

#[test]
fn what_is_the_servers_and_what_is_null_goes() {
    let child = json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "status": {"replicas": 1},
        "metadata": {
            "name": "n", "namespace": "s", "labels": {}, "annotations": {"a": "b"}, "creationTimestamp": null,
            "uid": "u", "resourceVersion": "7", "generation": 2, "managedFields": [{}], "ownerReferences": [{"uid": "o"}],
        },
        "spec": {
            "replicas": null, "selector": {"matchLabels": {}}, "strategy": {},
            "template": {"metadata": {"labels": {"a": "b"}, "annotations": {}, "creationTimestamp": null}, "spec": {
                "nodeSelector": {}, "tolerations": [],
                "containers": [{"name": "c", "env": [], "resources": {"limits": {}, "requests": {"cpu": "1"}}}],
                "volumes": [{"name": "v", "emptyDir": {}}],
            }},
        },
    });
    let body = json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": "n", "namespace": "s", "annotations": {"a": "b"}, "ownerReferences": [{"uid": "o"}]},
        "spec": {
            "selector": {}, "strategy": {},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": {
                "nodeSelector": {}, "tolerations": [],
                "containers": [{"name": "c", "env": [], "resources": {"requests": {"cpu": "1"}}}],
                "volumes": [{"name": "v", "emptyDir": {}}],
            }},
        },
    });
    assert_eq!(prepare(child).unwrap(), body);
}

#[test]
fn only_the_maps_that_the_server_forgets_go() {
    let child = json!({
        "apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "n"},
        "data": {}, "spec": {"labels": {}, "limits": {}, "data": {}, "list": [null, 1], "uid": "kept", "status": "kept"},
    });
    assert_eq!(prepare(child.clone()).unwrap(), child);
    let config = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "n"}, "data": {}, "binaryData": {}});
    assert_eq!(
        prepare(config).unwrap(),
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "n"}})
    );
}

#[test]
fn string_data_becomes_data_and_wins() {
    let child = json!({
        "apiVersion": "v1", "kind": "Secret", "metadata": {"name": "n"},
        "data": {"a": "b2xk", "b": "a2VwdA=="}, "stringData": {"a": "new", "gone": null},
    });
    let body = prepare(child).unwrap();
    assert_eq!(body["data"], json!({"a": "bmV3", "b": "a2VwdA=="}));
    assert!(body.get("stringData").is_none());
    let other =
        json!({"apiVersion": "e/v1", "kind": "Secret", "metadata": {"name": "n"}, "stringData": {"a": "b"}});
    assert_eq!(prepare(other.clone()).unwrap(), other);
}

#[test]
fn what_cannot_be_sent_is_said() {
    let rows = [
        (json!([]), BodyError::NotAnObject),
        (json!({"kind": "A", "metadata": {"name": "n"}}), BodyError::Missing("apiVersion")),
        (json!({"apiVersion": "v1", "kind": "", "metadata": {"name": "n"}}), BodyError::Missing("kind")),
        (json!({"apiVersion": "v1", "kind": "A"}), BodyError::Missing("metadata.name")),
        (
            json!({"apiVersion": "v1", "kind": "A", "metadata": {"name": null}}),
            BodyError::Missing("metadata.name"),
        ),
        (
            json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "n"}, "stringData": {"a": 7}}),
            BodyError::StringData("a".to_owned()),
        ),
    ];
    for (child, error) in rows {
        assert_eq!(prepare(child).unwrap_err(), error);
    }
}
