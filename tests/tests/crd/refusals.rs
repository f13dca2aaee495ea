//! What the schema lets through, and what not.

use serde_json::{Value, json};

use super::World;

#[tokio::test]
async fn what_rust_could_not_read_is_refused_with_the_fields_name() {
    let Some(world) = World::new().await else { return };
    let cases = [
        (json!({ "replicas": -1 }), "spec.replicas"),
        (json!({ "replicas": 101 }), "spec.replicas"),
        (json!({ "speed": "Warp" }), "spec.speed"),
        (json!({ "tags": ["a", "a"] }), "spec.tags[1]: Duplicate value"),
        (json!({ "ports": [65536] }), "spec.ports[0]"),
        (json!({ "ports": [-1] }), "spec.ports[0]"),
        (json!({ "tiny": 128 }), "spec.tiny"),
        (json!({ "big": -1 }), "spec.big"),
        (json!({ "big": 18_446_744_073_709_551_615_u64 }), "spec.big"),
        (json!({ "three": 9_223_372_036_854_775_808_u64 }), "spec.three"),
        (json!({ "letter": "ab" }), "spec.letter"),
        (json!({ "port": true }), "spec.port"),
        (json!({ "memory": 0.5 }), "spec.memory"),
        (json!({ "source": {} }), "spec.source"),
        (json!({ "source": { "image": "a", "git": { "repositoryUrl": "b" } } }), "spec.source"),
        (json!({ "source": { "git": {} } }), "spec.source.git.repositoryUrl: Required value"),
        (json!({ "check": { "type": "http", "port": 1 } }), "spec.check.path: Required value"),
        (json!({ "check": { "port": 1 } }), "spec.check.type: Required value"),
        (json!({ "check": { "type": "udp" } }), "spec.check.type"),
        (json!({ "target": {} }), "spec.target"),
        (json!({ "limit": { "value": 1 } }), "spec.limit.unit: Required value"),
        (json!({ "since": "yesterday" }), "spec.since"),
        (json!({ "template": { "metadata": { "labels": { "a": 1 } } } }), "spec.template.metadata.labels.a"),
        (json!({ "template": { "spec": { "containers": [{}] } } }), "spec.template.spec.containers[0].name"),
    ];
    for (index, (spec, message)) in cases.into_iter().enumerate() {
        let refusal = world.create(&format!("refused-{index}"), spec.clone()).await;
        let refusal = refusal.expect_err(&format!("{spec} was accepted"));
        assert!(refusal.contains(message), "{spec}: {refusal}");
    }
}

#[tokio::test]
async fn an_integer_beyond_its_rust_type_is_refused() {
    let Some(world) = World::new().await else { return };
    // A field without bounds of the user's: the server must know those of i32 itself.
    let refused = world
        .create(
            "beyond",
            json!({ "template": { "spec": { "containers": [], "priority": 3_000_000_000_i64 } } }),
        )
        .await;
    assert!(refused.as_ref().is_err_and(|error| error.contains("priority")), "{refused:?}");
}

#[tokio::test]
async fn what_is_not_declared_is_pruned_and_what_is_free_is_kept() {
    let Some(world) = World::new().await else { return };
    let stored = world
        .create(
            "pruned",
            json!({
                "unknown": 1,
                "nested": { "unknown": 1, "size": 8 },
                "extra": { "known": "a", "maybe": null, "other": "b" },
                "anything": { "at": ["all"] },
                "template": {
                    "metadata": { "creationTimestamp": null, "labels": { "a": "b" }, "uid": "kept" },
                    "spec": { "containers": [], "unknown": 1 },
                },
            }),
        )
        .await
        .unwrap();
    let spec = &stored["spec"];
    assert_eq!(spec.get("unknown"), None);
    assert_eq!(spec["nested"].get("unknown"), None);
    assert_eq!(spec["extra"], json!({ "known": "a", "maybe": null, "other": "b" }));
    assert_eq!(spec["anything"], json!({ "at": ["all"] }));
    assert_eq!(
        spec["template"],
        json!({
            "metadata": { "creationTimestamp": null, "labels": { "a": "b" }, "uid": "kept" },
            "spec": { "containers": [] },
        })
    );
}

#[tokio::test]
async fn an_empty_spec_is_filled_in_as_rust_fills_it_in() {
    let Some(world) = World::new().await else { return };
    let stored = world.create("empty", json!({})).await.unwrap();
    let spec: super::sink::SinkSpec = serde_json::from_value(json!({})).unwrap();
    let wanted = without_nulls(serde_json::to_value(spec).unwrap());
    assert_eq!(stored["spec"], wanted);
    // A default inside of a nested type applies when only a part of it is given.
    let stored = world.create("part", json!({ "nested": { "inner": {} } })).await.unwrap();
    assert_eq!(
        stored["spec"]["nested"],
        json!({ "size": 7, "name": "deep", "inner": { "ratio": 0.5, "list": ["a"] } })
    );
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(object) => object
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_nulls(value)))
            .collect(),
        other => other,
    }
}
