//! Enums of every shape.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::schema;

#[test]
fn documented_unit_variants_stay_one_flat_list() {
    /// What to do.
    #[derive(JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    #[expect(dead_code)]
    enum Policy {
        /// Do nothing.
        LeaveAlone,
        /// Do something.
        Act,
    }
    assert_eq!(
        schema::<Policy>(),
        json!({
            "type": "string",
            "enum": ["leave-alone", "act"],
            "description": "What to do.\n\nPossible enum values:\n \
                - `\"leave-alone\"` Do nothing.\n - `\"act\"` Do something.",
        })
    );
}

#[test]
fn externally_tagged_variants_exclude_each_other() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    enum Source {
        /// From git.
        Git {
            url: String,
        },
        Image(String),
    }
    assert_eq!(
        schema::<Source>(),
        json!({
            "type": "object",
            "properties": {
                "Git": {
                    "type": "object",
                    "description": "From git.",
                    "required": ["url"],
                    "properties": { "url": { "type": "string" } },
                },
                "Image": { "type": "string" },
            },
            "oneOf": [{ "required": ["Git"] }, { "required": ["Image"] }],
        })
    );
}

#[test]
fn variants_of_several_json_types_are_kept_as_they_are() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    enum Mixed {
        Plain,
        Rich { size: i64 },
    }
    assert_eq!(schema::<Mixed>(), json!({ "x-kubernetes-preserve-unknown-fields": true }));
}

#[test]
fn internally_tagged_variants_share_their_fields() {
    #[derive(JsonSchema, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "camelCase")]
    enum Check {
        /// Asks over HTTP.
        Http {
            port: u16,
            path: String,
        },
        /// Opens a connection.
        Tcp {
            port: u16,
        },
        Never,
    }
    let port = json!({ "type": "integer", "minimum": 0, "maximum": 65535 });
    assert_eq!(
        schema::<Check>(),
        json!({
            "type": "object",
            "required": ["type"],
            "properties": {
                "type": {
                    "type": "string",
                    "enum": ["http", "tcp", "never"],
                    "description": "Possible enum values:\n - `\"http\"` Asks over HTTP.\n \
                        - `\"tcp\"` Opens a connection.",
                },
                "path": { "type": "string" },
                "port": port,
            },
            "oneOf": [
                { "properties": { "type": { "enum": ["http"] } }, "required": ["path", "port"] },
                { "properties": { "type": { "enum": ["tcp"] } }, "required": ["port"] },
                { "properties": { "type": { "enum": ["never"] } } },
            ],
        })
    );
}

#[test]
fn fields_of_one_name_and_several_types_accept_all_of_them() {
    #[derive(JsonSchema)]
    #[serde(tag = "kind")]
    #[expect(dead_code)]
    enum Value {
        Text { value: String },
        Number { value: i64 },
        List { value: Vec<i64> },
    }
    #[derive(JsonSchema)]
    #[serde(tag = "kind", content = "value")]
    #[expect(dead_code)]
    enum Port {
        Named(String),
        Numbered(u16),
        Any,
    }
    let value = schema::<Value>();
    assert_eq!(value["properties"]["value"], json!({ "x-kubernetes-preserve-unknown-fields": true }));
    assert_eq!(value["required"], json!(["kind", "value"]));
    assert_eq!(value["oneOf"][0], json!({ "properties": { "kind": { "enum": ["Text"] } } }));
    let port = schema::<Port>();
    assert_eq!(port["properties"]["value"], json!({ "x-kubernetes-int-or-string": true }));
    assert_eq!(port["oneOf"][2], json!({ "properties": { "kind": { "enum": ["Any"] } } }));
}

#[test]
fn a_default_of_one_variant_does_not_reach_the_others() {
    #[derive(JsonSchema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    enum Check {
        Http {
            #[serde(default)]
            port: u16,
        },
        Never,
    }
    let port = json!({ "type": "integer", "minimum": 0, "maximum": 65535 });
    assert_eq!(schema::<Check>()["properties"]["port"], port);
}

#[test]
fn untagged_variants_share_their_fields() {
    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code)]
    enum Target {
        Named { name: String },
        Selected { labels: String, namespace: Option<String> },
    }
    let text = json!({ "type": "string" });
    assert_eq!(
        schema::<Target>(),
        json!({
            "type": "object",
            "properties": { "name": text, "labels": text, "namespace": text },
            "anyOf": [{ "required": ["name"] }, { "required": ["labels"] }],
        })
    );
    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code)]
    enum Port {
        Named(String),
        Numbered(i32),
    }
    assert_eq!(schema::<Port>(), json!({ "x-kubernetes-int-or-string": true }));
}

#[test]
fn a_flattened_enum_moves_its_fields_to_the_struct() {
    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code)]
    enum Target {
        Named { name: String },
        Selected { labels: String },
        Empty {},
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    enum Source {
        Git { url: String },
        Image(String),
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Job {
        size: i64,
        #[serde(flatten)]
        target: Target,
        #[serde(flatten)]
        source: Source,
        #[serde(flatten)]
        other: Option<Extra>,
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Extra {
        extra: bool,
    }
    let job = schema::<Job>();
    let mut fields: Vec<&String> = job["properties"].as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["Git", "Image", "extra", "labels", "name", "size"]);
    assert_eq!(job["required"], json!(["size"]));
    // The empty variant makes `{}` a valid target, so that no condition is left of it.
    assert_eq!(job["oneOf"], json!([{ "required": ["Git"] }, { "required": ["Image"] }]));
    assert_eq!(job.get("anyOf"), None);
}

#[test]
fn two_flattened_enums_keep_both_conditions() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    enum First {
        A(String),
        B(String),
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    enum Second {
        C(String),
        D(String),
    }
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Both {
        #[serde(flatten)]
        first: First,
        #[serde(flatten)]
        second: Second,
        #[serde(flatten)]
        third: Option<First>,
    }
    let both = schema::<Both>();
    assert_eq!(both["properties"].as_object().unwrap().len(), 4);
    let conditions = both.to_string();
    for names in [["A", "B"], ["C", "D"]] {
        let condition = json!([{ "required": [names[0]] }, { "required": [names[1]] }]).to_string();
        assert!(conditions.contains(&condition), "{both:#}");
    }
}
