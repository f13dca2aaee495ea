//! Rules of `rule(..)`: the server takes them, holds objects against them and tells our messages.

use kube::{
    Api,
    api::{Patch, PatchParams},
};
use serde_json::{Value, json};

#[path = "../../../ui-tests/tests/pass/cel.rs"]
#[allow(dead_code, unreachable_pub, reason = "written as users write libraries")]
mod gates;

use gates::Gate;

/// A spec that keeps all rules, but for these members.
fn spec(members: &Value) -> Value {
    let mut spec = json!({
        "minReplicas": 1,
        "limits": { "memory": 3, "most": 100 },
        "listeners": [{ "name": "web", "port": 80 }],
        "namespace": "default",
        "app.kubernetes.io/name": "gate",
        "labels": { "app": "gate" },
    });
    spec.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    spec
}

#[tokio::test]
async fn an_object_that_breaks_a_rule_is_refused_with_its_message() {
    let Some(world) = super::World::with::<Gate>().await else { return };
    world.create_in::<Gate>("good", spec(&json!({}))).await.unwrap();
    let full =
        json!({ "port": 8080, "nested": { "kind": "A", "inner": { "size": 5 } }, "foreign": { "x": "y" } });
    world.create_in::<Gate>("full", spec(&full)).await.unwrap();
    let cases = [
        (json!({ "minReplicas": 5 }), "spec: Invalid value", "minReplicas must not exceed maxReplicas"),
        (json!({ "minReplicas": -1 }), "spec.minReplicas: Invalid value", "must not be negative"),
        (json!({ "maxReplicas": 100 }), "spec.maxReplicas: Invalid value", "must be below 100"),
        (json!({ "port": 80 }), "spec.port: Forbidden", "port 80 needs privileges"),
        (
            json!({ "limits": { "memory": 101 } }),
            "spec.limits.memory: Invalid value",
            "memory must not exceed most",
        ),
        (
            json!({ "limits": { "memory": 1000, "most": 1000 } }),
            "spec.limits: Invalid value",
            "must be below 1000",
        ),
        (json!({ "limits": { "memory": 0 } }), "spec.limits.memory: Invalid value", "must be above 0"),
        (json!({ "limits": { "memory": 0 } }), "spec: Invalid value", "{memory} is too small"),
        (
            json!({ "listeners": [{ "name": "1", "port": 1 }] }),
            "spec: Invalid value",
            "listeners have names of their own",
        ),
        (
            json!({ "listeners": [{ "name": "a", "port": 0 }] }),
            "spec.listeners: Invalid value",
            "ports must be above 0",
        ),
        (
            json!({ "listeners": [{ "name": "a", "port": 53, "mode": "Udp" }] }),
            "spec.listeners[0]: Invalid value",
            "no DNS",
        ),
        (json!({ "namespace": "kube-system" }), "spec: Invalid value", "not in kube-system"),
        (json!({ "app.kubernetes.io/name": "" }), "spec: Invalid value", "must have a name"),
        (json!({ "labels": { "app": "" } }), "spec.labels: Invalid value", "must have an app"),
        (json!({ "friends": ["bob"] }), "spec.friends: Invalid value", "must begin with an a"),
        (
            json!({ "nested": { "kind": "", "inner": { "size": 5 } } }),
            "spec: Invalid value",
            "kind must not be empty",
        ),
        (
            json!({ "nested": { "kind": "A", "inner": { "size": 0 } } }),
            "spec: Invalid value",
            "size must be above 0",
        ),
        (
            json!({ "nested": { "kind": "A", "inner": { "size": 100 } } }),
            "spec: Invalid value",
            "size must be small",
        ),
        (json!({ "foreign": { "x": "z" } }), "spec.foreign: Invalid value", "must be y"),
        (json!({ "flatSize": 13 }), "spec: Invalid value", "must not be 13"),
        (json!({ "flatSize": 0 }), "spec.flatSize: Invalid value", "must be above 0"),
    ];
    for (index, (members, field, message)) in cases.into_iter().enumerate() {
        let refusal = world.create_in::<Gate>(&format!("refused-{index}"), spec(&members)).await;
        let refusal = refusal.expect_err(&format!("{members} was accepted"));
        assert!(refusal.contains(field) && refusal.contains(message), "{members}: {refusal}");
    }
}

#[tokio::test]
async fn a_rule_about_the_old_object_runs_when_it_changes() {
    let Some(world) = super::World::with::<Gate>().await else { return };
    world.create_in::<Gate>("changes", spec(&json!({ "minReplicas": 2, "maxReplicas": 5 }))).await.unwrap();
    let api: Api<Gate> = Api::namespaced(world.client.clone(), world.namespace.name());
    let change = async |part: &str, members: Value| {
        let patch = Patch::Merge(json!({ part: members }));
        let changed = match part {
            "status" => api.patch_status("changes", &PatchParams::default(), &patch).await,
            _ => api.patch("changes", &PatchParams::default(), &patch).await,
        };
        changed.map(drop).map_err(|error| error.to_string())
    };
    let refused = change("spec", json!({ "maxReplicas": 4 })).await.unwrap_err();
    assert!(refused.contains("spec.maxReplicas: Invalid value"), "{refused}");
    assert!(refused.contains("must not shrink"), "{refused}");
    let refused = change("spec", json!({ "minReplicas": 1 })).await.unwrap_err();
    assert!(refused.contains("minReplicas must not shrink"), "{refused}");
    change("spec", json!({ "minReplicas": 3, "maxReplicas": 6 })).await.unwrap();
    let refused = change("status", json!({ "readyReplicas": 1001 })).await.unwrap_err();
    assert!(refused.contains("status: Invalid value") && refused.contains("too many"), "{refused}");
    change("status", json!({ "readyReplicas": 1 })).await.unwrap();
}
