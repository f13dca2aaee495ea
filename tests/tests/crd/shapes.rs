//! Each shape of a basin through the server: kept, filled in, pruned, refused.

use kube::{
    Api,
    api::{Patch, PatchParams},
};
use serde_json::{Value, json};

use super::{World, basin::Basin};

/// Stored as it was sent, and written by Rust as it was read.
fn kept() -> Vec<(&'static str, Value)> {
    vec![
        ("job", json!({ "size": 1, "name": "a", "git": { "url": "b" } })),
        ("job", json!({ "size": 1, "labels": { "a": "b" }, "image": { "imageName": "c" } })),
        ("job", json!({ "size": 1, "nothing": {} })),
        ("probe", json!({ "period": 1, "kind": "round-one", "radius": 0.5 })),
        ("probe", json!({ "period": 1, "kind": "none" })),
        ("closed", json!({ "known": "a" })),
        ("labelled", json!({ "known": "a", "other": "b", "c.d/e": "f" })),
        ("open", json!({ "known": "a", "list": [1, "b", { "c": null }], "none": null })),
        ("counted", json!({ "known": "a", "one": 1 })),
        ("source", json!({ "git": { "url": "a", "branch": "b" } })),
        ("source", json!({ "nothing": {} })),
        ("sources", json!([null, { "image": { "imageName": "a" } }, null])),
        ("shape", json!({ "kind": "square", "length": 1.5 })),
        ("shapes", json!({ "a": { "kind": "none" }, "b": null })),
        ("amount", json!({ "unit": "exact", "of": 7 })),
        ("amount", json!({ "unit": "between", "of": { "least": 1, "most": 2 } })),
        ("amount", json!({ "unit": "any" })),
        ("loose", json!(1)),
        ("loose", json!("a")),
        ("loose", json!(["a", "b"])),
        ("loose", json!({ "value": true })),
        ("level", json!("in-between")),
        ("levels", json!([7])),
        ("itemSet", json!([{ "name": "a" }, { "name": "b" }])),
        ("listMap", json!([{ "name": "b" }, { "name": "a" }])),
        ("byNumber", json!({ "-1": "a", "10": "b" })),
        ("byLevel", json!({ "in-between": 7 })),
        ("bySpeed", json!({ "a": "Fast" })),
        (
            "integers",
            json!({
                "i8": -128, "i16": -32768, "i32": i32::MIN, "i64": i64::MIN, "i128": i64::MIN, "isize": i64::MIN,
                "u8": 255, "u16": 65535, "u32": u32::MAX, "u64": i64::MAX, "u128": i64::MAX, "usize": i64::MAX,
                "nonZero": 255, "notZero": -1,
            }),
        ),
        ("port", json!(65535)),
        ("float", json!(0.125)),
        ("letter", json!("ß")),
        ("duration", json!({ "secs": 1, "nanos": 999_999_999 })),
        ("at", json!("2026-01-02T03:04:05Z")),
        ("ports", json!([80, "http"])),
        ("anything", json!([null, { "a": [0.5] }])),
        ("things", json!([1, null, "a", [], {}])),
        ("object", json!({ "a": null, "b": { "c": 1 } })),
        ("bytes", json!([1, 2, 255])),
        // Below the cut everything is kept.
        (
            "branch",
            json!({ "name": "a", "leaves": [{
                "colour": "red",
                "branches": { "x": { "name": "b", "leaves": [{ "colour": "green", "branches": {} }] } },
            }] }),
        ),
        (
            "one",
            json!({ "name": "a", "two": { "three": { "one": { "name": "b" }, "ones": [{ "name": "c", "two": {
                "three": { "ones": [] } } }] } } }),
        ),
        (
            "claims",
            json!([{ "apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": { "labels": { "b": "c" } }, "spec": {
                "accessModes": ["ReadWriteOnce"], "resources": { "requests": { "storage": "1Gi" } } } }]),
        ),
    ]
}

fn refused() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("job", json!({ "name": "a" }), "spec.job.size: Required value"),
        ("job", json!({ "size": 1, "name": 2, "nothing": {} }), "spec.job.name"),
        ("job", json!({ "size": 1, "name": "a" }), "spec.job"),
        ("job", json!({ "size": 1, "git": { "url": "a" }, "nothing": {} }), "spec.job"),
        ("probe", json!({ "period": 1, "kind": "round-one" }), "spec.probe.radius: Required value"),
        ("closed", json!({}), "spec.closed.known: Required value"),
        ("sources", json!([{}]), "spec.sources[0]"),
        ("shape", json!({ "kind": "oval" }), "spec.shape.kind: Unsupported value"),
        ("shape", json!({ "kind": "square" }), "spec.shape"),
        ("amount", json!({ "of": 1 }), "spec.amount.unit: Required value"),
        ("level", json!("middle"), "spec.level: Unsupported value"),
        ("levels", json!([1, 1]), "spec.levels[1]: Duplicate value"),
        ("listMap", json!([{ "name": "a" }, { "name": "a" }]), "spec.listMap[1]: Duplicate value"),
        ("listMap", json!([{}]), "spec.listMap[0].name: Required value"),
        ("bySpeed", json!({ "a": "Warp" }), "spec.bySpeed.a: Unsupported value"),
        ("integers", json!({ "i8": -129 }), "spec.integers.i8"),
        ("integers", json!({ "i16": 32768 }), "spec.integers.i16"),
        ("integers", json!({ "i32": 2_147_483_648_i64 }), "spec.integers.i32"),
        ("integers", json!({ "i64": 9_223_372_036_854_775_808_u64 }), "spec.integers.i64"),
        ("integers", json!({ "u8": 256 }), "spec.integers.u8"),
        ("integers", json!({ "u16": -1 }), "spec.integers.u16"),
        ("integers", json!({ "u32": 4_294_967_296_u64 }), "spec.integers.u32"),
        ("integers", json!({ "u64": -1 }), "spec.integers.u64"),
        ("integers", json!({ "usize": u64::MAX }), "spec.integers.usize"),
        ("integers", json!({ "nonZero": 0 }), "spec.integers.nonZero"),
        ("integers", json!({ "notZero": 0 }), "spec.integers.notZero"),
        ("integers", json!({ "i64": 0.5 }), "spec.integers.i64"),
        ("port", json!(65536), "spec.port"),
        ("letter", json!("ab"), "spec.letter"),
        ("letter", json!(""), "spec.letter"),
        ("duration", json!({ "secs": 1 }), "spec.duration.nanos: Required value"),
        ("at", json!("soon"), "spec.at"),
        ("ports", json!([true]), "spec.ports[0]"),
        ("limits", json!({ "cpu": 0.5 }), "spec.limits.cpu"),
        ("bytes", json!([1, 2]), "spec.bytes"),
        ("bytes", json!([1, 2, 256]), "spec.bytes[2]"),
        ("branch", json!({ "leaves": [] }), "spec.branch.name: Required value"),
        ("one", json!({ "two": {} }), "spec.one.name: Required value"),
        ("claims", json!([{ "spec": { "accessModes": "all" } }]), "spec.claims[0].spec.accessModes"),
    ]
}

/// What is sent, and what of it is stored.
fn changed() -> Vec<(&'static str, Value, Value)> {
    vec![
        ("closed", json!({ "known": "a", "unknown": 1 }), json!({ "known": "a" })),
        (
            "probe",
            json!({ "period": 1, "kind": "none", "colour": 1 }),
            json!({ "period": 1, "kind": "none" }),
        ),
        ("source", json!({ "git": { "url": "a", "tag": "b" } }), json!({ "git": { "url": "a" } })),
        ("source", json!({ "git": { "url": "a", "branch": null } }), json!({ "git": { "url": "a" } })),
        ("branch", json!({ "name": "a", "size": 1 }), json!({ "name": "a", "leaves": [] })),
        ("port", Value::Null, Value::Null),
        ("shape", Value::Null, Value::Null),
        // Zeros are the defaults of integers in a struct that has its own.
        (
            "integers",
            json!({ "u8": 1, "unknown": 2 }),
            json!({
                "i8": 0, "i16": 0, "i32": 0, "i64": 0, "i128": 0, "isize": 0,
                "u8": 1, "u16": 0, "u32": 0, "u64": 0, "u128": 0, "usize": 0,
            }),
        ),
        (
            "claims",
            json!([{ "metadata": { "creationTimestamp": null, "unknown": 1 }, "status": {}, "unknown": 2 }]),
            json!([{ "metadata": { "creationTimestamp": null, "unknown": 1 }, "status": {} }]),
        ),
    ]
}

#[tokio::test]
async fn every_shape_is_kept_and_read_back() {
    let Some(world) = World::with::<Basin>().await else { return };
    let mut wrong = Vec::new();
    for (index, (field, value)) in kept().into_iter().enumerate() {
        let stored = match world.create_in::<Basin>(&format!("kept-{index}"), json!({ field: value })).await {
            Ok(stored) => stored,
            Err(refusal) => {
                wrong.push(format!("{field}: {refusal}"));
                continue;
            }
        };
        if stored["spec"][field] != value {
            wrong.push(format!("{field}: {value} is stored as {}", stored["spec"][field]));
            continue;
        }
        match serde_json::from_value::<Basin>(stored) {
            Ok(read) => {
                let mut written = serde_json::to_value(&read.spec).unwrap()[field].take();
                absent_without(&mut written, &value);
                if written != value {
                    wrong.push(format!("{field}: {value} is read as {written}"));
                }
            }
            Err(error) => wrong.push(format!("{field}: {value} is not read: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_no_shape_allows_is_refused_with_the_fields_name() {
    let Some(world) = World::with::<Basin>().await else { return };
    let mut wrong = Vec::new();
    for (index, (field, value, message)) in refused().into_iter().enumerate() {
        match world.create_in::<Basin>(&format!("refused-{index}"), json!({ field: value })).await {
            Err(refusal) if refusal.contains(message) => {}
            Err(refusal) => wrong.push(format!("{field}: {value}: {refusal}")),
            Ok(_) => wrong.push(format!("{field}: {value} is accepted")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_is_too_much_is_pruned_and_what_is_missing_filled_in() {
    let Some(world) = World::with::<Basin>().await else { return };
    let mut wrong = Vec::new();
    for (index, (field, sent, wanted)) in changed().into_iter().enumerate() {
        let object = world.create_in::<Basin>(&format!("changed-{index}"), json!({ field: sent })).await;
        let object = object.unwrap_or_else(|refusal| panic!("{field}: {sent}: {refusal}"));
        if object["spec"][field] != wanted {
            wrong.push(format!("{field}: {sent} is stored as {}", object["spec"][field]));
        }
        serde_json::from_value::<Basin>(object).unwrap_or_else(|error| panic!("{field}: {sent}: {error}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn quantities_and_ports_given_as_numbers_are_read_wherever_they_stand() {
    let Some(world) = World::with::<Basin>().await else { return };
    let stored = world
        .create_in::<Basin>(
            "numbers",
            json!({
                "limits": { "cpu": 1, "memory": "1Gi" },
                "template": { "spec": { "containers": [{
                    "name": "a",
                    "resources": { "limits": { "cpu": 2 } },
                    "readinessProbe": { "httpGet": { "port": 80 } },
                }] } },
                "claims": [{ "spec": { "resources": { "requests": { "storage": 10 } } } }],
            }),
        )
        .await
        .unwrap();
    let read: Basin = serde_json::from_value(stored).unwrap();
    assert_eq!(read.spec.limits["cpu"].0, "1");
    let written = serde_json::to_value(&read.spec).unwrap();
    let container = &written["template"]["spec"]["containers"][0];
    assert_eq!(container["resources"]["limits"]["cpu"], "2");
    assert_eq!(container["readinessProbe"]["httpGet"]["port"], 80);
    assert_eq!(written["claims"][0]["spec"]["resources"]["requests"]["storage"], "10");
}

/// Takes the nulls away that Rust writes where there was nothing.
fn absent_without(value: &mut Value, like: &Value) {
    match (value, like) {
        (Value::Object(object), Value::Object(like)) => {
            object.retain(|key, value| !value.is_null() || like.contains_key(key));
            for (key, value) in object {
                absent_without(value, like.get(key).unwrap_or(&Value::Null));
            }
        }
        (Value::Array(list), Value::Array(like)) => {
            list.iter_mut().zip(like).for_each(|(value, like)| absent_without(value, like));
        }
        _ => {}
    }
}

#[tokio::test]
async fn objects_with_every_kind_of_list_can_be_applied() {
    let Some(world) = World::with::<Basin>().await else { return };
    let basins = Api::<Basin>::namespaced(world.client.clone(), world.namespace.name());
    let apply = async |manager: &str, levels: Value, items: Value| {
        let spec =
            json!({ "levels": levels, "itemSet": items, "listMap": items, "things": [{ "a": 1 }, null] });
        let body = json!({
            "apiVersion": "crd.example.com/v1",
            "kind": "Basin",
            "metadata": { "name": "applied" },
            "spec": spec,
        });
        basins.patch("applied", &PatchParams::apply(manager).force(), &Patch::Apply(body)).await.unwrap()
    };
    apply("a", json!([1, 2]), json!([{ "name": "a" }, { "name": "b" }])).await;
    let applied = apply("b", json!([3]), json!([{ "name": "c" }])).await;
    // Sets and list-maps are shared, other lists belong to the last writer.
    assert_eq!(applied.spec.levels, [1, 2, 3].into());
    assert_eq!(applied.spec.list_map.len(), 3);
    assert_eq!(applied.spec.item_set.len(), 1);
}
