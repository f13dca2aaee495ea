//! Numbers, lists, sets, maps, flattened fields and recursion.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::schema;

#[test]
fn integers_have_the_bounds_of_their_rust_types_and_formats_that_kubernetes_knows() {
    assert_eq!(schema::<i8>(), json!({ "type": "integer", "minimum": -128, "maximum": 127 }));
    assert_eq!(schema::<u16>(), json!({ "type": "integer", "minimum": 0, "maximum": 65535 }));
    assert_eq!(schema::<u32>(), json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }));
    assert_eq!(schema::<u64>(), json!({ "type": "integer", "format": "int64", "minimum": 0 }));
    assert_eq!(schema::<usize>(), schema::<u64>());
    assert_eq!(schema::<i64>(), json!({ "type": "integer", "format": "int64" }));
    assert_eq!(schema::<i128>(), schema::<i64>());
    assert_eq!(schema::<f32>(), json!({ "type": "number", "format": "float" }));
    assert_eq!(
        schema::<std::num::NonZeroU32>(),
        json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX })
    );
    assert_eq!(
        schema::<std::num::NonZeroI64>(),
        json!({ "type": "integer", "format": "int64", "not": { "enum": [0] } })
    );
    assert_eq!(schema::<std::net::IpAddr>(), json!({ "type": "string" }));
    assert_eq!(schema::<std::net::Ipv4Addr>(), json!({ "type": "string", "format": "ipv4" }));
}

#[test]
fn a_bound_of_the_users_stays() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Port {
        #[schemars(range(min = 1))]
        port: Option<u16>,
        #[schemars(extend("exclusiveMinimum" = 0.0))]
        share: f64,
    }
    assert_eq!(
        schema::<Port>(),
        json!({
            "type": "object",
            "required": ["share"],
            "properties": {
                "port": { "type": "integer", "minimum": 1, "maximum": 65535 },
                "share": { "type": "number", "format": "double", "minimum": 0.0, "exclusiveMinimum": true },
            },
        })
    );
}

#[test]
fn sets_of_scalars_are_sets() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Item {
        name: String,
    }
    let strings = json!({ "type": "array", "items": { "type": "string" }, "x-kubernetes-list-type": "set" });
    assert_eq!(schema::<BTreeSet<String>>(), strings);
    assert_eq!(schema::<HashSet<u16>>()["x-kubernetes-list-type"], "set");
    // Server-side apply fails on sets of anything else.
    assert_eq!(
        schema::<HashSet<Item>>(),
        json!({
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name"],
                "properties": { "name": { "type": "string" } },
            },
        })
    );
    assert_eq!(schema::<BTreeSet<Vec<String>>>().get("x-kubernetes-list-type"), None);
    assert_eq!(schema::<BTreeSet<Option<String>>>().get("x-kubernetes-list-type"), None);
}

#[test]
fn maps_say_what_their_values_are() {
    assert_eq!(
        schema::<BTreeMap<String, u8>>(),
        json!({ "type": "object", "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 255 } })
    );
    assert_eq!(
        schema::<BTreeMap<i32, String>>(),
        json!({ "type": "object", "additionalProperties": { "type": "string" } })
    );
    let anything = json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true });
    assert_eq!(schema::<HashMap<String, Value>>(), anything);
}

#[test]
fn lists_say_what_their_items_are() {
    assert_eq!(
        schema::<[u8; 2]>(),
        json!({
            "type": "array", "minItems": 2, "maxItems": 2,
            "items": { "type": "integer", "minimum": 0, "maximum": 255 },
        })
    );
    assert_eq!(
        schema::<(String, i64)>(),
        json!({
            "type": "array", "minItems": 2, "maxItems": 2,
            "items": { "x-kubernetes-int-or-string": true },
        })
    );
    assert_eq!(
        schema::<Vec<Value>>()["items"],
        json!({ "x-kubernetes-preserve-unknown-fields": true, "nullable": true })
    );
}

#[test]
fn flattened_maps_keep_what_is_not_named() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Known {
        known: String,
        #[serde(flatten)]
        others: HashMap<String, String>,
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Anything {
        known: String,
        #[serde(flatten)]
        others: serde_json::Map<String, Value>,
    }
    let expected = json!({
        "type": "object",
        "required": ["known"],
        "properties": { "known": { "type": "string" } },
        "x-kubernetes-preserve-unknown-fields": true,
    });
    assert_eq!(schema::<Known>(), expected);
    assert_eq!(schema::<Anything>(), expected);
}

#[test]
fn closed_structs_are_just_structs() {
    #[derive(JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code)]
    struct Closed {
        known: String,
    }
    assert_eq!(
        schema::<Closed>(),
        json!({ "type": "object", "required": ["known"], "properties": { "known": { "type": "string" } } })
    );
}

#[test]
fn recursion_is_cut() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    /// A tree.
    struct Node {
        name: String,
        children: Vec<Node>,
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Left {
        right: Option<Box<Right>>,
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Right {
        left: Option<Box<Left>>,
    }
    assert_eq!(
        schema::<Node>(),
        json!({
            "type": "object",
            "description": "A tree.",
            "required": ["children", "name"],
            "properties": {
                "name": { "type": "string" },
                "children": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "description": "A tree.",
                        "x-kubernetes-preserve-unknown-fields": true,
                    },
                },
            },
        })
    );
    let cut = json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true });
    assert_eq!(schema::<Left>()["properties"]["right"]["properties"]["left"], cut);
}

#[test]
fn nested_defaults_are_published_and_fit_their_own_nodes() {
    #[derive(JsonSchema, Serialize, Deserialize)]
    #[serde(default)]
    struct Inner {
        size: u16,
        name: Option<String>,
        tags: HashSet<String>,
    }
    impl Default for Inner {
        fn default() -> Self {
            let tags = ["c", "a", "b"].into_iter().map(str::to_owned).collect();
            Self { size: 7, name: None, tags }
        }
    }
    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Outer {
        #[serde(default)]
        inner: Inner,
    }
    let outer = schema::<Outer>();
    let inner = &outer["properties"]["inner"];
    assert_eq!(inner["default"], json!({ "size": 7, "tags": ["a", "b", "c"] }));
    assert_eq!(inner["properties"]["size"]["default"], 7);
    assert_eq!(inner["properties"]["name"], json!({ "type": "string" }));
    assert_eq!(outer.get("required"), None);
}
