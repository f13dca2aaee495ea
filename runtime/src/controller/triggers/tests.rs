//! Which changes wake, for every part of an object.

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::{
    clock::Clock,
    context::Visit,
    expansion::call,
    object::{DecodeError, Kind},
    pass::Subject,
    source::Source,
    status::StatusFields,
    store::Objects,
};

/// Code of an operator whose status has `value` and the conditions `Ready` and `Odd`.
struct Code;

impl Logic for Code {
    fn decode(&self, _: &Object, _: Arc<Visit>) -> Result<Box<dyn Subject>, DecodeError> {
        Err(DecodeError::NotAnObject(String::new()))
    }
    fn sources(&self, _: Arc<dyn Objects>, _: Arc<dyn Clock>) -> Vec<Source> {
        Vec::new()
    }
    fn normalise(&self, stored: &Value) -> Value {
        json!({ "value": stored["value"], "conditions": stored["conditions"] })
    }
    fn fields(&self) -> Option<StatusFields> {
        let (conditions, observed_generation) = ("conditions", "observedGeneration");
        Some(StatusFields { conditions, observed_generation, last_update_time: None })
    }
    fn conditions(&self) -> &'static [&'static str] {
        &["Ready", "Odd"]
    }
    fn failure_conditions(&self) -> &'static [&'static str] {
        &[]
    }
}

const PLAIN: Declaration = Declaration {
    finalizer: Some("a.b/ours"),
    ..Declaration::new("thing-operator", "a.b", "v1", "Thing", "things", "thing")
};

fn thing() -> Value {
    json!({
        "metadata": {
            "name": "a", "namespace": "ns", "uid": "u", "generation": 3, "labels": {"l": "1"},
            "annotations": {"n": "1"}, "finalizers": ["a.b/ours", "x.y/theirs"],
        },
        "status": {
            "value": 1, "others": 1,
            "conditions": [{"type": "Ready", "status": "True"}, {"type": "Theirs", "status": "True"}],
        },
    })
}

fn object(value: &Value) -> Arc<Object> {
    Arc::new(Object::from_slice(value.to_string().as_bytes(), &[]).unwrap())
}

fn change(old: Option<&Value>, new: Option<&Value>) -> Change {
    let key = ObjectKey::namespaced("ns", "a");
    Change { key, old: old.map(object), new: new.map(object), initial: false, echo: None }
}

/// The thing before and after a change at this place.
fn changed(pointer: &str, to: Value) -> Change {
    let (old, mut new) = (thing(), thing());
    match new.pointer_mut(pointer) {
        Some(place) => *place = to,
        None => {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            new.pointer_mut(parent).unwrap()[name.replace("~1", "/")] = to;
        }
    }
    change(Some(&old), Some(&new))
}

fn never(_: Option<&Object>, _: Option<&Object>) -> Result<bool, DecodeError> {
    Ok(false)
}

#[test]
fn what_is_named_wakes_and_what_is_not_does_not() {
    let rows = [
        ("/metadata/generation", json!(4), "generation"),
        ("/metadata/labels/l", json!("2"), "labels"),
        ("/metadata/annotations/n", json!("2"), "annotations"),
        ("/status/others", json!(2), "status"),
        ("/status/conditions/1/status", json!("False"), "status"),
        ("/metadata/finalizers/1", json!("x.y/another"), "nothing"),
        ("/metadata/ownerReferences", json!([]), "nothing"),
    ];
    let all = On { generation: true, labels: true, annotations: true, status: true };
    for (pointer, to, part) in rows {
        let change = changed(pointer, to);
        let wakes = |on| of_primary(&change, &Declaration { on, ..PLAIN }, &Code);
        for name in all.names() {
            let on = On {
                generation: name == "generation",
                labels: name == "labels",
                annotations: name == "annotations",
                status: name == "status",
            };
            assert_eq!(wakes(on), name == part, "{pointer} on {name}");
        }
        assert_eq!(wakes(all), part != "nothing", "{pointer}");
        assert_eq!(wakes(On::DEFAULT), !matches!(part, "nothing" | "status"), "{pointer} by default");
    }
}

#[test]
fn what_nobody_may_miss_wakes_in_any_case() {
    let deaf = Declaration { on: On::NOTHING, when: Some(never), ..PLAIN };
    let vital = [
        ("/metadata/uid", json!("v")),
        ("/metadata/deletionTimestamp", json!("2026-01-01T00:00:00Z")),
        ("/metadata/finalizers", json!(["x.y/theirs"])),
        ("/metadata/annotations/a.b~1paused", json!("true")),
        ("/status/value", json!(2)),
        ("/status/conditions/0/status", json!("False")),
    ];
    for (pointer, to) in vital {
        assert!(of_primary(&changed(pointer, to), &deaf, &Code), "{pointer}");
    }
    for (pointer, to) in
        [("/metadata/generation", json!(9)), ("/metadata/labels/l", json!("9")), ("/status/others", json!(9))]
    {
        assert!(!of_primary(&changed(pointer, to), &deaf, &Code), "{pointer}");
    }
    let mut removed = thing();
    removed["status"].as_object_mut().unwrap().remove("value");
    assert!(of_primary(&change(Some(&thing()), Some(&removed)), &deaf, &Code), "a field of ours is gone");
    removed.as_object_mut().unwrap().remove("status");
    assert!(of_primary(&change(Some(&thing()), Some(&removed)), &deaf, &Code), "all of it is gone");

    // While it is being deleted, what others still hold is of interest.
    let mut old = thing();
    old["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    let mut new = old.clone();
    new["metadata"]["finalizers"] = json!(["a.b/ours"]);
    assert!(of_primary(&change(Some(&old), Some(&new)), &deaf, &Code));

    // An object that is gone has something to be forgotten, one that was listed first may have changed before.
    assert!(of_primary(&change(Some(&thing()), None), &deaf, &Code));
    let mut fresh = thing();
    fresh["metadata"]["finalizers"] = json!([]);
    let created = change(None, Some(&fresh));
    assert!(!of_primary(&created, &deaf, &Code));
    assert!(of_primary(&Change { initial: true, ..created.clone() }, &deaf, &Code));
    assert!(
        of_primary(&created, &Declaration { when: None, ..deaf }, &Code),
        "`on` hides nothing that is new"
    );
    assert!(of_primary(&change(None, Some(&thing())), &deaf, &Code), "it has been ours before");
    fresh["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    assert!(of_primary(&change(None, Some(&fresh)), &deaf, &Code));
}

#[test]
fn a_kind_without_generations_has_one_for_its_content() {
    let config = |version: &str, data: &str| json!({"metadata": {"name": "a", "namespace": "ns", "uid": "u", "resourceVersion": version}, "data": {"k": data}});
    let on = On { generation: true, ..On::NOTHING };
    let watched = Watched { on: Some(on), ..Watched::new(Kind::of::<k8s_openapi::api::core::v1::ConfigMap>) };
    assert!(of_watched(&change(Some(&config("1", "x")), Some(&config("2", "y"))), &watched));
    assert!(!of_watched(&change(Some(&config("1", "x")), Some(&config("2", "x"))), &watched));
    assert!(of_watched(&change(Some(&config("1", "x")), None), &watched));
    assert!(of_watched(&change(None, Some(&config("1", "x"))), &watched));
}

#[test]
fn a_watched_object_wakes_by_any_change_unless_told_otherwise() {
    let every = Watched::new(Kind::of::<k8s_openapi::api::core::v1::ConfigMap>);
    let theirs = changed("/metadata/finalizers/1", json!("x.y/another"));
    assert!(of_watched(&theirs, &every));
    let deaf = Watched { when: Some(never), ..every };
    assert!(!of_watched(&theirs, &deaf) && !of_watched(&change(Some(&thing()), None), &deaf));
    for (pointer, to) in
        [("/metadata/uid", json!("v")), ("/metadata/deletionTimestamp", json!("2026-01-01T00:00:00Z"))]
    {
        assert!(of_watched(&changed(pointer, to), &deaf), "{pointer}");
    }
}

#[test]
fn a_function_that_panics_or_cannot_be_asked_wakes() {
    use k8s_openapi::api::core::v1::ConfigMap;

    fn ask(old: Option<&Object>, new: Option<&Object>) -> Result<bool, DecodeError> {
        call::when::<ConfigMap>(old, new, |change| {
            let data = change.object().data.clone().unwrap_or_default();
            assert!(!data.contains_key("panic"), "told to panic");
            change.differs(|config| config.data.clone())
        })
    }
    let config =
        |data: Value| json!({"metadata": {"name": "a", "namespace": "ns", "uid": "u"}, "data": data});
    let watched = Watched { when: Some(ask), ..Watched::new(Kind::of::<ConfigMap>) };
    let wakes =
        |old: Value, new: Value| of_watched(&change(Some(&config(old)), Some(&config(new))), &watched);
    assert!(!wakes(json!({"k": "v"}), json!({"k": "v"})));
    assert!(wakes(json!({"k": "v"}), json!({"k": "w"})));
    assert!(wakes(json!({"panic": ""}), json!({"panic": ""})));
    assert!(wakes(json!({"k": "v"}), json!({"k": 1})), "what is stored is no ConfigMap");
}
