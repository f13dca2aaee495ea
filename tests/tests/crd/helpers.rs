//! What the helpers of `#[crd(..)]` do on the server.

use kube::{
    Api,
    api::{ListParams, Patch, PatchParams},
};
use serde_json::{Value, json};

#[path = "../../../ui-tests/tests/pass/corners.rs"]
#[allow(dead_code, unreachable_pub, reason = "written as users write libraries")]
mod corners;

#[path = "../../../ui-tests/tests/pass/helpers.rs"]
#[allow(dead_code, unreachable_pub, reason = "written as users write libraries")]
mod helped;

use corners::Corner;
use helped::{Class, Helped};

struct World(super::World);

impl World {
    async fn new() -> Option<Self> {
        super::World::with::<Helped>().await.map(Self)
    }

    fn api(&self) -> Api<Helped> {
        Api::namespaced(self.0.client.clone(), self.0.namespace.name())
    }

    /// Creates one from JSON, with the fields that the server demands, and gives back what it stored.
    async fn create(&self, name: &str, spec: Value) -> Result<Value, String> {
        let mut whole = json!({ "class": "Fast", "share": 50 });
        whole.as_object_mut().unwrap().extend(spec.as_object().unwrap().clone());
        self.0.create_in::<Helped>(name, whole).await
    }

    /// Changes the spec: null takes a field away.
    async fn change(&self, name: &str, spec: Value) -> Result<Helped, String> {
        let patch = Patch::Merge(json!({ "spec": spec }));
        let changed = self.api().patch(name, &PatchParams::default(), &patch).await;
        changed.map_err(|error| error.to_string())
    }

    async fn found(&self, selector: &str) -> Vec<String> {
        let list = self.api().list(&ListParams::default().fields(selector)).await.unwrap();
        list.items.into_iter().filter_map(|item| item.metadata.name).collect()
    }
}

fn storage(class: &str, size: i64) -> Value {
    json!({ "className": class, "size": size })
}

#[tokio::test]
async fn an_immutable_field_keeps_its_value() {
    let Some(world) = World::new().await else { return };
    world
        .create(
            "whole",
            json!({ "zone": "a", "node-in.group/x__y": 1, "storage": storage("ssd", 1),
                    "ports": [{ "number": 1, "name": "a" }], "byName": { "a": storage("ssd", 1) } }),
        )
        .await
        .unwrap();
    world.create("bare", json!({ "three": null })).await.unwrap();
    let refused = [
        ("whole", json!({ "class": "Slow" }), "spec.class"),
        ("whole", json!({ "zone": "b" }), "spec.zone"),
        ("whole", json!({ "zone": null }), "zone is immutable"),
        ("bare", json!({ "zone": "b" }), "zone is immutable"),
        ("whole", json!({ "three": 4 }), "spec.three"),
        ("bare", json!({ "three": 4 }), "three is immutable"),
        ("whole", json!({ "level": 1 }), "spec.level"),
        ("bare", json!({ "level": 1 }), "spec.level"),
        ("whole", json!({ "node-in.group/x__y": 2 }), "node-in.group/x__y"),
        ("whole", json!({ "node-in.group/x__y": null }), "node-in.group/x__y is immutable"),
        ("whole", json!({ "storage": { "className": "hdd" } }), "spec.storage.className"),
        ("whole", json!({ "storage": { "size": 2 } }), "spec.storage.size"),
        ("whole", json!({ "storage": { "size": null } }), "storage.size is immutable"),
        ("whole", json!({ "storage": null }), "storage is immutable"),
        ("bare", json!({ "storage": storage("ssd", 1) }), "storage is immutable"),
        ("whole", json!({ "ports": [{ "number": 1, "name": "b" }] }), "spec.ports[0].name"),
        ("whole", json!({ "ports": [{ "number": 1 }] }), "name is immutable"),
        ("whole", json!({ "byName": { "a": { "size": 2 } } }), "spec.byName[a].size"),
    ];
    for (name, spec, message) in refused {
        let refusal = world.change(name, spec.clone()).await.expect_err(&format!("{spec} was accepted"));
        assert!(refusal.contains(message), "{spec}: {refusal}");
    }
    let accepted = [
        ("whole", json!({ "tags": ["a"], "storage": { "notes": "changed" } })),
        ("whole", json!({ "zone": "a", "storage": { "className": "ssd", "size": 1 } })),
        ("whole", json!({ "ports": [{ "number": 1, "name": "a" }, { "number": 2, "name": "b" }] })),
        ("bare", json!({ "tags": ["a"], "zone": null, "storage": null })),
        // An item and a value of a map are compared for as long as they are there.
        ("whole", json!({ "ports": [], "byName": { "a": null } })),
        ("whole", json!({ "ports": [{ "number": 1, "name": "c" }], "byName": { "a": storage("hdd", 9) } })),
    ];
    for (name, spec) in accepted {
        let changed = world.change(name, spec.clone()).await;
        assert!(changed.is_ok(), "{spec}: {changed:?}");
    }
}

#[tokio::test]
async fn objects_are_found_by_selectable_fields() {
    let Some(world) = World::new().await else { return };
    world.create("fast", json!({ "storage": storage("ssd", 1) })).await.unwrap();
    world.create("slow", json!({ "class": "Slow" })).await.unwrap();
    assert_eq!(world.found("spec.class=Fast").await, ["fast"]);
    assert_eq!(world.found("spec.class!=Fast").await, ["slow"]);
    assert_eq!(world.found("spec.storage.className=ssd").await, ["fast"]);
    let status = Patch::Merge(json!({ "status": { "phase": "Done" } }));
    world.api().patch_status("slow", &PatchParams::default(), &status).await.unwrap();
    assert_eq!(world.found("status.phase=Done").await, ["slow"]);
}

#[tokio::test]
async fn lists_are_what_they_say() {
    let Some(world) = World::new().await else { return };
    let refused = [
        (json!({ "tags": ["a", "a"] }), "spec.tags[1]: Duplicate value"),
        (json!({ "numbers": [1, 1] }), "spec.numbers[1]: Duplicate value"),
        (json!({ "names": ["a", "a"] }), "spec.names[1]: Duplicate value"),
        (
            json!({ "ports": [{ "number": 1 }, { "number": 1, "name": "a" }] }),
            "spec.ports[1]: Duplicate value",
        ),
        (json!({ "ports": [{ "protocol": "UDP" }] }), "spec.ports[0].number: Required value"),
        (
            json!({ "foreign": [{ "containerPort": 1 }, { "containerPort": 1 }] }),
            "spec.foreign[1]: Duplicate value",
        ),
    ];
    for (index, (spec, message)) in refused.into_iter().enumerate() {
        let refusal = world.create(&format!("refused-{index}"), spec.clone()).await;
        let refusal = refusal.expect_err(&format!("{spec} was accepted"));
        assert!(refusal.contains(message), "{spec}: {refusal}");
    }
    // Each writer owns its items.
    for (writer, number) in [("one", 1), ("two", 2)] {
        let body = json!({
            "apiVersion": "example.com/v1",
            "kind": "Helped",
            "metadata": { "name": "shared" },
            "spec": { "class": "Fast", "share": 1, "ports": [{ "number": number }] },
        });
        world.api().patch("shared", &PatchParams::apply(writer), &Patch::Apply(body)).await.unwrap();
    }
    let ports = world.api().get("shared").await.unwrap().spec.ports;
    let ports: Vec<_> = ports.iter().map(|port| (port.number, port.protocol_kind.as_str())).collect();
    assert_eq!(ports, [(1, "TCP"), (2, "TCP")]);
}

#[tokio::test]
async fn an_integer_or_string_is_read_as_text() {
    let Some(world) = World::new().await else { return };
    world.create("numbers", json!({ "target": 80, "otherTarget": 81, "share": "20%" })).await.unwrap();
    let spec = world.api().get("numbers").await.unwrap().spec;
    assert_eq!((spec.target.as_str(), spec.other_target.as_deref(), spec.share), ("80", Some("81"), 20));
    world.create("texts", json!({ "otherTarget": "https" })).await.unwrap();
    let spec = world.api().get("texts").await.unwrap().spec;
    assert_eq!((spec.target.as_str(), spec.other_target.as_deref()), ("http", Some("https")));
    world.create("absent", json!({ "otherTarget": null })).await.unwrap();
    let spec = world.api().get("absent").await.unwrap().spec;
    assert_eq!((spec.other_target, spec.share), (None, 50));
    assert!(matches!(spec.class, Class::Fast));
    let refused = world.create("neither", json!({ "target": 0.5 })).await.unwrap_err();
    assert!(refused.contains("spec.target"), "{refused}");
}

#[tokio::test]
async fn what_is_not_declared_is_kept_where_it_should_be() {
    let Some(world) = World::new().await else { return };
    let pair = json!({ "key": "a", "value": "b", "more": { "at": ["all"] } });
    let pod = json!({ "containers": [{ "name": "a", "lost": 1 }], "kept": 1 });
    let stored = world
        .create("open", json!({ "open": pair, "pairs": [pair], "pod": pod, "unknown": 1 }))
        .await
        .unwrap();
    let spec = &stored["spec"];
    assert_eq!(spec["open"], pair);
    assert_eq!(spec["pairs"], json!([{ "key": "a", "value": "b" }]));
    assert_eq!(spec["pod"], json!({ "containers": [{ "name": "a" }], "kept": 1 }));
    assert_eq!(spec.get("unknown"), None);
    let refused =
        world.create("still-typed", json!({ "open": { "key": 1, "value": "b" } })).await.unwrap_err();
    assert!(refused.contains("spec.open.key"), "{refused}");
}

#[tokio::test]
async fn a_status_may_change_what_a_spec_may_not() {
    let Some(world) = World::new().await else { return };
    world.create("status", json!({})).await.unwrap();
    for class in ["ssd", "hdd"] {
        let status = Patch::Merge(json!({ "status": { "storage": { "className": class } } }));
        world.api().patch_status("status", &PatchParams::default(), &status).await.unwrap();
    }
}

#[tokio::test]
async fn lists_with_keys_may_lead_back_to_themselves() {
    let Some(world) = super::World::with::<Corner>().await else { return };
    let node = |leaves: Value| json!({ "type": "a", "in": 1, "leaves": leaves });
    let spec = json!({ "nodes": [node(json!([{ "nodes": [node(json!([{ "name": "deep" }]))] }]))] });
    let stored = world.create_in::<Corner>("circle", spec).await.unwrap();
    let nodes = &stored["spec"]["nodes"];
    assert_eq!(nodes[0]["leaves"][0]["name"], "leaf");
    assert_eq!(nodes[0]["leaves"][0]["nodes"][0]["leaves"][0]["name"], "deep");
    let twice = json!({ "nodes": [node(json!([{}, {}]))] });
    let refused = world.create_in::<Corner>("twice", twice).await.unwrap_err();
    assert!(refused.contains("spec.nodes[0].leaves[1]: Duplicate value"), "{refused}");
}
