//! The form is part of a contract with clusters that hold its hashes: the values below must never change.

use serde_json::json;

use super::*;

const KEY: &str = "example.com/applied";

fn of(body: &Value) -> String {
    hash(body, KEY, "owner")
}

#[test]
fn known_values_do_not_change() {
    let config = json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": "n", "labels": {"a": "b"}}, "data": {"z": "1", "a": "\u{e9}\n"},
    });
    let text = "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"\u{e9}\\n\",\"z\":\"1\"},\"kind\":\"ConfigMap\",\
                \"metadata\":{\"labels\":{\"a\":\"b\"},\"name\":\"n\"}}";
    let digest: String = Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(of(&config), format!("1-{digest}"));
    assert_eq!(of(&config), "1-ac71327742b4ebcb");
}

#[test]
fn order_nulls_guards_and_the_annotation_itself_do_not_count() {
    let plain = json!({"kind": "A", "metadata": {"name": "n"}, "spec": {"a": [1, {"x": 1}]}});
    let same = [
        json!({"spec": {"a": [1, {"x": 1, "y": null}]}, "metadata": {"name": "n"}, "kind": "A"}),
        json!({"kind": "A", "metadata": {"name": "n", "uid": "u", "resourceVersion": "1"}, "spec": {"a": [1, {"x": 1}]}}),
        json!({"kind": "A", "metadata": {"name": "n", "annotations": {KEY: "1-0"}}, "spec": {"a": [1, {"x": 1}]}}),
        json!({"kind": "A", "metadata": {"name": "n", "annotations": {}}, "spec": {"a": [1, {"x": 1}]}}),
    ];
    for body in same {
        assert_eq!(of(&body), of(&plain), "{body}");
    }
    let others = [
        json!({"kind": "A", "metadata": {"name": "n"}, "spec": {"a": [{"x": 1}, 1]}}),
        json!({"kind": "A", "metadata": {"name": "n"}, "spec": {"a": [1, {"x": "1"}]}}),
        json!({"kind": "A", "metadata": {"name": "n", "annotations": {"b": "c"}}, "spec": {"a": [1, {"x": 1}]}}),
        json!({"kind": "A", "metadata": {"name": "n"}, "spec": {"a": [1, {"x": 1}], "uid": "u"}}),
        json!({"kind": "A", "metadata": {"name": "n"}, "spec": {"a": [1, {"x": 1}], "annotations": {KEY: "x"}}}),
    ];
    for body in others {
        assert_ne!(of(&body), of(&plain), "{body}");
    }
}

#[test]
fn a_secrets_hash_depends_on_its_owner() {
    let secret =
        json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "n"}, "data": {"a": "Yg=="}});
    assert_ne!(hash(&secret, KEY, "one"), hash(&secret, KEY, "two"));
    assert_eq!(hash(&secret, KEY, "one"), hash(&secret, KEY, "one"));
    let config =
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "n"}, "data": {"a": "b"}});
    assert_eq!(hash(&config, KEY, "one"), hash(&config, KEY, "two"));
}

#[test]
fn stamping_is_stable() {
    let mut body = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "n"}});
    let first = stamp(&mut body, KEY, "owner");
    assert_eq!(body["metadata"]["annotations"][KEY], json!(first));
    assert_eq!(stamp(&mut body, KEY, "owner"), first);
    assert_eq!(first.len(), 18);
}
