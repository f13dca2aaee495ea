//! The CRD around the schemas.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::SelectableField;
use serde_json::{Value, json};

use super::{
    check, manifest,
    thing::{Bare, Thing},
};
use crate::declare::{crd, problems};

#[test]
fn columns_and_scale_come_from_facts() {
    let crd = crd::<Thing>();
    assert_eq!(problems(&crd), []);
    let crd = manifest(&crd).unwrap();
    let version = &crd["spec"]["versions"][0];
    assert_eq!(
        version["additionalPrinterColumns"],
        json!([
            { "name": "Instance", "jsonPath": ".spec.instanceName", "type": "string" },
            { "name": "Started", "jsonPath": ".spec.started", "type": "date", "priority": 1, "description": "When." },
            { "name": "Dotted", "jsonPath": ".spec.nested.a\\.b", "type": "number" },
            { "name": "age", "jsonPath": ".status.replicas", "type": "integer" },
            { "name": "Ready", "jsonPath": ".status.conditions[?(@.type==\"Ready\")].status", "type": "string" },
        ])
    );
    assert_eq!(version["selectableFields"], json!([{ "jsonPath": ".spec.instanceName" }]));
    assert_eq!(
        version["subresources"],
        json!({
            "status": {},
            "scale": {
                "specReplicasPath": ".spec.replicas",
                "statusReplicasPath": ".status.replicas",
                "labelSelectorPath": ".status.selector",
            },
        })
    );
}

#[test]
fn a_status_has_no_defaults_and_requires_nothing() {
    let crd = manifest(&crd::<Thing>()).unwrap();
    let status = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["status"];
    assert_eq!(status.get("required"), None);
    assert_eq!(status["properties"]["replicas"], json!({ "type": "integer", "format": "int32" }));
    assert_eq!(status["properties"]["conditions"]["x-kubernetes-list-map-keys"], json!(["type"]));
    assert_eq!(status["properties"]["conditions"].get("default"), None);
}

#[test]
fn nothing_empty_is_written() {
    let crd = crd::<Bare>();
    assert_eq!(problems(&crd), []);
    let crd = manifest(&crd).unwrap();
    assert_eq!(
        crd["spec"]["names"],
        json!({ "kind": "Bare", "listKind": "BareList", "plural": "bares", "singular": "bare" })
    );
    assert_eq!(crd["spec"]["scope"], "Cluster");
    let version = &crd["spec"]["versions"][0];
    assert_eq!(version.get("subresources"), None);
    assert_eq!(version["schema"]["openAPIV3Schema"].get("description"), None);
    fn walk(value: &Value) {
        match value {
            Value::Object(object) => {
                assert!(!object.is_empty());
                object.values().for_each(walk);
            }
            Value::Array(list) => {
                assert!(!list.is_empty());
                list.iter().for_each(walk);
            }
            Value::Null => panic!("null"),
            _ => {}
        }
    }
    walk(&crd);
}

#[test]
fn every_build_gives_the_same_bytes() {
    let first = serde_json::to_string(&crd::<Thing>()).unwrap();
    for _ in 0..100 {
        assert_eq!(serde_json::to_string(&crd::<Thing>()).unwrap(), first);
    }
}

#[test]
fn the_checker_finds_what_the_server_refuses() {
    let cases = [
        (json!({}), "no type"),
        (json!({ "type": "array" }), "no items"),
        (json!({ "type": "object", "oneOf": [{ "type": "object" }] }), "`type` can't stand here"),
        (json!({ "type": "object", "anyOf": [{ "properties": { "a": {} } }] }), "`a` is not spelt out"),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } },
                "additionalProperties": { "type": "string" } }),
            "exclude each other",
        ),
        (json!({ "type": "integer", "minimum": 1, "default": 0 }), "out of the field's bounds"),
        (json!({ "type": "integer", "maximum": u64::MAX }), "must be an integer of 64 bits"),
        (json!({ "type": "string", "enum": ["a"], "default": "b" }), "none of the enum's values"),
        (json!({ "type": "string", "default": 1 }), "not of the field's type"),
        (json!({ "type": "object", "required": ["a"] }), "would be pruned"),
        (
            json!({ "type": "array", "items": { "type": "object" }, "x-kubernetes-list-type": "set" }),
            "must be scalars",
        ),
        (
            json!({ "type": "array", "items": { "type": "object", "properties": { "a": { "type": "string" } } },
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] }),
            "must be required or have a default",
        ),
        (
            json!({ "type": "array", "items": { "type": "object", "required": ["a"],
                    "properties": { "a": { "type": "array", "items": { "type": "string" } } } },
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] }),
            "must be a single value",
        ),
        (
            json!({ "type": "array", "items": { "type": "string" }, "x-kubernetes-list-type": "set",
                "default": ["a", "a"] }),
            "stands there twice",
        ),
        (json!({ "type": "string", "x-kubernetes-int-or-string": true }), "can't have a type too"),
    ];
    for (schema, message) in cases {
        let found = check(&schema);
        assert!(found.iter().any(|problem| problem.message.contains(message)), "{schema}: {found:?}");
    }
}

#[test]
fn the_checker_finds_selectable_fields_that_the_server_refuses() {
    let found = |paths: &[&str]| {
        let mut crd = crd::<Thing>();
        let fields = paths.iter().map(|path| SelectableField { json_path: (*path).to_owned() });
        crd.spec.versions[0].selectable_fields = Some(fields.collect());
        problems(&crd).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(found(&[".spec.instanceName", ".status.replicas"]), Vec::<String>::new());
    assert_eq!(found(&[".spec.gone"]), [".spec.gone: a selectable field is not there"]);
    assert_eq!(
        found(&[".spec.nested"]),
        [".spec.nested: a selectable field is a string, an integer or a boolean"]
    );
    assert_eq!(found(&[".spec.replicas", ".spec.replicas"]), [".spec.replicas: a field is selectable once"]);
    let nine = found(&[".spec.replicas"; 9]);
    assert_eq!(nine[0], "spec.versions[v1]: 9 selectable fields, at most 8 are allowed");
}

#[test]
fn the_checker_finds_scale_and_columns_that_point_nowhere() {
    let mut crd = crd::<Thing>();
    let version = &mut crd.spec.versions[0];
    let scale = version.subresources.as_mut().unwrap().scale.as_mut().unwrap();
    scale.spec_replicas_path = ".spec.instanceName".to_owned();
    scale.status_replicas_path = ".status.gone".to_owned();
    version.additional_printer_columns.as_mut().unwrap()[0].json_path = ".spec.instance_name".to_owned();
    let found: Vec<String> = problems(&crd).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            ".spec.instanceName: the scale subresource needs integer",
            ".status.gone: the scale subresource names a field that is not there",
            ".spec.instance_name: column `Instance` shows a field that is not there",
        ]
    );
}
