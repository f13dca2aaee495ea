//! What the server serves beside the objects: scale, columns, conditions of several writers.

use kube::api::{Patch, PatchParams};
use serde_json::json;

use super::{World, sink::Sink};

#[tokio::test]
async fn a_sink_can_be_scaled() {
    let Some(world) = World::new().await else { return };
    world.create("scaled", json!({})).await.unwrap();
    let status = json!({ "status": { "replicas": 2, "selector": "a=b" } });
    world.sinks().patch_status("scaled", &PatchParams::default(), &Patch::Merge(status)).await.unwrap();
    let scale = json!({ "spec": { "replicas": 5 } });
    let scaled =
        world.sinks().patch_scale("scaled", &PatchParams::default(), &Patch::Merge(scale)).await.unwrap();
    assert_eq!(scaled.spec.unwrap().replicas, Some(5));
    let status = scaled.status.unwrap();
    assert_eq!((status.replicas, status.selector.as_deref()), (2, Some("a=b")));
    assert_eq!(world.sinks().get("scaled").await.unwrap().spec.replicas, 5);
}

#[tokio::test]
async fn columns_are_filled() {
    let Some(world) = World::new().await else { return };
    world.create("shown", json!({ "speed": "Fast", "since": "2026-01-01T00:00:00Z" })).await.unwrap();
    let condition = json!({ "status": { "conditions": [{
        "type": "Ready", "status": "False", "reason": "Testing", "message": "",
        "lastTransitionTime": "2026-01-01T00:00:00Z",
    }] } });
    world.sinks().patch_status("shown", &PatchParams::default(), &Patch::Merge(condition)).await.unwrap();
    let table = world.table::<Sink>("shown").await;
    let names: Vec<&str> = table["columnDefinitions"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|column| column["name"].as_str())
        .collect();
    assert_eq!(names, ["Name", "Replicas", "Speed", "Since", "Ready", "Age"]);
    let cells = table["rows"][0]["cells"].as_array().unwrap();
    assert_eq!(cells[..3], [json!("shown"), json!(1), json!("Fast")]);
    assert_eq!(cells[4], "False");
}

#[tokio::test]
async fn two_writers_keep_their_conditions() {
    let Some(world) = World::new().await else { return };
    world.create("shared", json!({})).await.unwrap();
    for type_ in ["Ready", "foreign.example.com/Seen"] {
        let body = json!({
            "apiVersion": "crd.example.com/v1",
            "kind": "Sink",
            "status": { "conditions": [{
                "type": type_, "status": "True", "reason": "Testing", "message": "",
                "lastTransitionTime": "2026-01-01T00:00:00Z",
            }] },
        });
        let params = PatchParams::apply(&format!("writer-of-{}", type_.len()));
        world.sinks().patch_status("shared", &params, &Patch::Apply(body)).await.unwrap();
    }
    let sink: Sink = world.sinks().get("shared").await.unwrap();
    let types: Vec<String> =
        sink.status.unwrap().conditions.iter().map(|condition| condition.type_.clone()).collect();
    assert_eq!(types, ["Ready", "foreign.example.com/Seen"]);
}

#[tokio::test]
async fn a_broken_condition_is_refused() {
    let Some(world) = World::new().await else { return };
    world.create("broken", json!({})).await.unwrap();
    for condition in [
        json!({ "type": "Ready", "status": "Yes", "reason": "A", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z" }),
        json!({ "type": "Ready", "status": "True", "reason": "", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z" }),
        json!({ "type": "Ready", "status": "True", "reason": "A", "message": "" }),
    ] {
        let status = json!({ "status": { "conditions": [condition] } });
        let refused =
            world.sinks().patch_status("broken", &PatchParams::default(), &Patch::Merge(status)).await;
        assert!(refused.is_err(), "{condition}");
    }
}
