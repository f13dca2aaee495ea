//! Defaults that no value of their field could be: found without a server, as the server finds them.

use kubewright::declare::problems;
use serde_json::{Value, json};

use super::World;

/// Schemas with a default in them, and whether it can be one.
fn cases() -> Vec<(Value, bool)> {
    let integer = |more: Value| with(json!({ "type": "integer" }), more);
    let text = |more: Value| with(json!({ "type": "string" }), more);
    let union = |default: Value| {
        json!({
            "type": "object",
            "properties": {
                "a": { "type": "integer" },
                "b": { "type": "string", "enum": ["x", "y"] },
                "c": { "type": "integer", "default": 1 },
            },
            "oneOf": [{ "required": ["a"] }, { "required": ["b"], "properties": { "b": { "enum": ["x"] } } }],
            "anyOf": [{ "required": ["c"] }, { "required": ["a"] }],
            "default": default,
        })
    };
    vec![
        (integer(json!({ "default": 5 })), true),
        (integer(json!({ "default": 9_223_372_036_854_775_807_i64 })), true),
        (integer(json!({ "default": 18_446_744_073_709_551_615_u64 })), false),
        (integer(json!({ "format": "int32", "default": 2_147_483_647 })), true),
        (integer(json!({ "format": "int32", "default": 2_147_483_648_i64 })), false),
        (integer(json!({ "minimum": 1, "exclusiveMinimum": true, "default": 1 })), false),
        (integer(json!({ "multipleOf": 5, "default": 10 })), true),
        (integer(json!({ "multipleOf": 5, "default": 11 })), false),
        (integer(json!({ "not": { "enum": [0] }, "default": 0 })), false),
        (integer(json!({ "not": { "enum": [0] }, "default": 1 })), true),
        (integer(json!({ "allOf": [{ "minimum": 3 }], "default": 2 })), false),
        (json!({ "type": "number", "maximum": 1.5, "default": 1.6 }), false),
        (json!({ "type": "number", "maximum": 1.5, "default": 1.5 }), true),
        (json!({ "x-kubernetes-int-or-string": true, "default": 80 }), true),
        (json!({ "x-kubernetes-int-or-string": true, "default": "http" }), true),
        (text(json!({ "maxLength": 2, "default": "äöü" })), false),
        (text(json!({ "maxLength": 3, "default": "äöü" })), true),
        (text(json!({ "enum": ["a"], "default": "b" })), false),
        (text(json!({ "allOf": [{ "enum": ["a"] }, { "enum": ["a", "b"] }], "default": "b" })), false),
        (text(json!({ "default": null, "nullable": true })), true),
        (union(json!({ "a": 1 })), true),
        (union(json!({ "b": "x", "c": 1 })), true),
        // Defaults in a default are not filled in.
        (union(json!({ "b": "x" })), false),
        (
            json!({
                "type": "object", "required": ["a"], "properties": { "a": { "type": "integer", "default": 1 } },
                "default": {},
            }),
            false,
        ),
        (union(json!({ "b": "y", "c": 1 })), false),
        (union(json!({ "a": 1, "b": "x" })), false),
        (union(json!({})), false),
        (
            json!({ "type": "array", "items": { "type": "integer" }, "maxItems": 2, "default": [1, 2, 3] }),
            false,
        ),
        (
            json!({
                "type": "array", "items": { "type": "integer" }, "not": { "items": { "minimum": 5 } },
                "default": [5, 6],
            }),
            false,
        ),
        (
            json!({ "type": "object", "additionalProperties": { "type": "integer", "maximum": 5 }, "default": { "a": 6 } }),
            false,
        ),
    ]
}

fn with(mut schema: Value, more: Value) -> Value {
    let (Value::Object(schema_map), Value::Object(more)) = (&mut schema, more) else {
        unreachable!("objects")
    };
    schema_map.extend(more);
    schema
}

fn crd(schema: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": "defaults.crd.example.com" },
        "spec": {
            "group": "crd.example.com",
            "scope": "Namespaced",
            "names": { "plural": "defaults", "singular": "default", "kind": "Default", "listKind": "DefaultList" },
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": { "openAPIV3Schema": {
                    "type": "object",
                    "properties": { "spec": { "type": "object", "properties": { "value": schema } } },
                } },
            }],
        },
    })
}

#[tokio::test]
async fn a_default_that_fits_no_value_is_found_as_the_server_finds_it() {
    for (schema, good) in cases() {
        let found = problems(&serde_json::from_value(crd(&schema)).unwrap());
        assert_eq!(found.is_empty(), good, "{schema}: {found:?}");
    }
    let Some(world) = World::new().await else { return };
    for (schema, good) in cases() {
        let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";
        let request = http::Request::post(path).header("content-type", "application/json");
        let request = request.body(crd(&schema).to_string().into_bytes()).unwrap();
        let answer = world.client.request::<Value>(request).await;
        assert_eq!(answer.is_ok(), good, "{schema}: {answer:?}");
        if let Err(refusal) = answer {
            assert!(refusal.to_string().contains("default"), "{schema}: {refusal}");
        }
    }
}
