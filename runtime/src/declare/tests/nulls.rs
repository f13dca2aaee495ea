//! Null is said to be allowed exactly where the server would otherwise turn it into something else.

use std::collections::BTreeMap;

use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, util::intstr::IntOrString};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::schema;

/// How fast.
#[derive(JsonSchema, Serialize, Deserialize)]
enum Speed {
    Slow,
    /// As fast as it gets.
    Fast,
    Unknown,
}

fn three() -> Option<i64> {
    Some(3)
}

#[test]
fn options_are_plain_fields_that_are_not_required() {
    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Options {
        plain: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<String>,
        #[serde(default)]
        none: Option<i64>,
        #[serde(default = "three")]
        some: Option<i64>,
        speed: Option<Speed>,
        port: Option<IntOrString>,
        memory: Option<Quantity>,
        /// Of a nested type.
        nested: Option<Nested>,
        twice: Option<Option<String>>,
    }
    #[derive(JsonSchema, Serialize, Deserialize)]
    /// Not this text.
    struct Nested {
        name: Option<Box<str>>,
    }
    assert_eq!(
        schema::<Options>(),
        json!({
            "type": "object",
            "properties": {
                "plain": { "type": "string" },
                "skipped": { "type": "string" },
                "none": { "type": "integer", "format": "int64" },
                // Without `nullable`, a None that Rust wrote would come back as Some(3).
                "some": { "type": "integer", "format": "int64", "nullable": true, "default": 3 },
                "speed": {
                    "type": "string",
                    "enum": ["Slow", "Unknown", "Fast"],
                    "description": "How fast.\n\nPossible enum values:\n - `\"Fast\"` As fast as it gets.",
                },
                "port": { "x-kubernetes-int-or-string": true },
                "memory": { "x-kubernetes-int-or-string": true },
                "nested": {
                    "type": "object",
                    "description": "Of a nested type.",
                    "properties": { "name": { "type": "string" } },
                },
                "twice": { "type": "string" },
            },
        })
    );
}

#[test]
fn items_and_values_may_be_null_where_the_type_says_so() {
    assert_eq!(schema::<Vec<Option<i64>>>()["items"]["nullable"], true);
    assert_eq!(schema::<BTreeMap<String, Option<Speed>>>()["additionalProperties"]["nullable"], true);
    // Beside a null, values stand where the server does not look for it.
    let items = &schema::<Vec<Option<Speed>>>()["items"];
    assert_eq!(items.get("enum"), None);
    assert_eq!(items["allOf"], json!([{ "enum": ["Slow", "Unknown", "Fast"] }]));
}

#[test]
fn a_required_null_is_said() {
    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code)]
    enum Maybe {
        Nothing,
        Something { size: i64 },
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Outer {
        maybe: Maybe,
        unit: (),
        anything: serde_json::Value,
    }
    let outer = schema::<Outer>();
    let fields = &outer["properties"];
    assert_eq!(fields["maybe"]["nullable"], true);
    assert_eq!(fields["maybe"]["properties"]["size"]["type"], "integer");
    assert_eq!(
        fields["unit"],
        json!({ "nullable": true, "not": {}, "x-kubernetes-preserve-unknown-fields": true })
    );
    assert_eq!(fields["anything"], json!({ "nullable": true, "x-kubernetes-preserve-unknown-fields": true }));
}

#[test]
fn defaults_carry_no_null_that_the_server_would_refuse() {
    #[derive(JsonSchema, Serialize, Deserialize, Default)]
    struct Inner {
        absent: Option<String>,
        list: Vec<Option<i64>>,
    }
    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Outer {
        #[serde(default = "inner")]
        inner: Inner,
    }
    fn inner() -> Inner {
        Inner { absent: None, list: vec![Some(1), None] }
    }
    assert_eq!(schema::<Outer>()["properties"]["inner"]["default"], json!({ "list": [1, null] }));
}
