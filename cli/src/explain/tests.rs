//! Answers of `explain --format json`, good and bad.

use serde_json::json;

use super::*;

/// MyApp, which owns Deployments and Services.
pub(crate) fn myapp() -> Operator {
    read(Path::new("myapp"), json!([answer()]).to_string().as_bytes()).unwrap().remove(0)
}

fn answer() -> Value {
    let kind = |group: &str, version: &str, kind: &str, plural: &str| json!({"group": group, "version": version, "kind": kind, "plural": plural, "namespaced": true});
    let owned = |entry: &str, kind: Value| json!({"entry": entry, "kind": kind});
    json!({
        "version": 1,
        "name": "myapp-operator",
        "kind": kind("example.com", "v1", "MyApp", "myapps"),
        "owns": [
            owned("deployment", kind("apps", "v1", "Deployment", "deployments")),
            owned("service", kind("", "v1", "Service", "services")),
            owned("canary", kind("apps", "v1", "Deployment", "deployments")),
        ],
        "crd": {"metadata": {"name": "myapps.example.com"}},
        "of a later release": {},
    })
}

fn error(answer: &Value) -> String {
    read(Path::new("/t/myapp"), answer.to_string().as_bytes()).unwrap_err().to_string()
}

#[test]
fn an_operator_its_kind_its_children_and_how_to_watch_them() {
    let operator = myapp();
    assert_eq!(operator.name, "myapp-operator");
    assert_eq!((operator.resource.api_version.as_str(), operator.namespaced), ("example.com/v1", true));
    assert_eq!(operator.expect_annotation(), "example.com/expect");
    let watched = operator.watched();
    let facts: Vec<_> =
        watched.iter().map(|w| (w.resource.plural.as_str(), w.role, w.labels.as_deref())).collect();
    let label = Some("example.com/operator=myapp-operator");
    let expected = [
        ("myapps", Role::Object, None),
        ("deployments", Role::Child, label),
        ("services", Role::Child, label),
    ];
    assert_eq!(facts, expected);
    assert_eq!(watched[2].resource.api_version, "v1");
}

#[test]
fn another_version_is_refused_before_anything_else_is_read() {
    let text = error(&json!([{"version": 2}]));
    assert!(text.contains("format version 2, this cargo-kubewright reads version 1"), "{text}");
    assert!(error(&json!([{"name": "x"}])).contains("format version null"));
}

#[test]
fn what_cannot_be_read_names_the_binary() {
    assert!(error(&json!({"version": 1})).contains("/t/myapp explain --format json"));
    assert!(error(&json!([{"version": 1, "name": "x"}])).contains("cannot be read"));
    assert_eq!(error(&json!([])), "/t/myapp has no operator");
}
