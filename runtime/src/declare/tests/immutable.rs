//! Immutable fields: the rules that keep them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{check, schema};
use crate::declare::schema::{Defaults, structural};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Whole {
    #[schemars(extend("x-kubewright-immutable" = true))]
    always: String,
    #[schemars(extend("x-kubewright-immutable" = true))]
    sometimes: Option<String>,
    #[serde(default)]
    #[schemars(extend("x-kubewright-immutable" = true))]
    filled_in: i32,
    part: Option<Part>,
    always_there: Part,
    #[serde(rename = "in")]
    #[schemars(extend("x-kubewright-immutable" = true))]
    keyword: Option<i64>,
    #[serde(rename = "a-b.c/d__e")]
    #[schemars(extend("x-kubewright-immutable" = true))]
    odd: Option<i64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Part {
    #[schemars(extend("x-kubewright-immutable" = true))]
    always: String,
    #[schemars(extend("x-kubewright-immutable" = true))]
    sometimes: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Union {
    Kept(Kept),
    Free { name: String, other: i64 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Kept {
    /// Not for ever.
    #[schemars(extend("x-kubewright-immutable" = true))]
    name: String,
}

fn rules(node: &Value) -> Vec<&str> {
    let rules = node["x-kubernetes-validations"].as_array().into_iter().flatten();
    rules.map(|rule| rule["rule"].as_str().unwrap()).collect()
}

#[test]
fn what_may_be_absent_stays_so_and_what_is_there_stays_there() {
    let schema = schema::<Whole>();
    assert_eq!(
        rules(&schema),
        [
            "has(self.a__dash__b__dot__c__slash__d__underscores__e) == \
             has(oldSelf.a__dash__b__dot__c__slash__d__underscores__e)",
            "has(self.__in__) == has(oldSelf.__in__)",
            "has(self.part) == has(oldSelf.part)",
            "(has(self.part) && has(self.part.sometimes)) == (has(oldSelf.part) && has(oldSelf.part.sometimes))",
            "has(self.sometimes) == has(oldSelf.sometimes)",
        ]
    );
    let fields = &schema["properties"];
    let part = &fields["part"]["properties"];
    let immutable = [&fields["always"], &fields["sometimes"], &fields["filled_in"], &fields["in"]];
    for field in immutable.into_iter().chain([&part["always"], &part["sometimes"]]) {
        assert_eq!(rules(field), ["self == oldSelf"], "{field}");
    }
    // Below what is always there, the rule stands next to its field.
    assert_eq!(rules(&fields["always_there"]), ["has(self.sometimes) == has(oldSelf.sometimes)"]);
    assert!(!schema.to_string().contains("x-kubewright"), "{schema}");
}

#[test]
fn what_one_variant_keeps_all_keep() {
    let schema = schema::<Union>();
    assert_eq!(rules(&schema["properties"]["name"]), ["self == oldSelf"], "{schema:#}");
}

#[test]
fn items_and_values_are_compared_one_by_one() {
    let fields = json!({
        "type": "object",
        "properties": { "key": { "type": "string" }, "name": { "type": "string" } },
        "required": ["key"],
        "x-kubernetes-validations": [{ "rule": "self == oldSelf" }],
    });
    let keyed = json!({ "type": "array", "items": fields,
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"] });
    assert_eq!(check(&keyed), []);
    assert_eq!(check(&json!({ "type": "object", "additionalProperties": fields })), []);
    for unkeyed in [
        json!({ "type": "array", "items": fields }),
        json!({ "type": "array", "items": keyed }),
        json!({ "type": "array", "items": { "type": "object", "properties": { "a": fields } } }),
    ] {
        let found = check(&unkeyed);
        assert!(found.iter().any(|problem| problem.message.contains("oldSelf")), "{unkeyed}: {found:?}");
    }
}

#[test]
fn what_has_no_type_can_have_no_rules() {
    let node = json!({ "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{ "rule": "true" }] });
    let found = check(&node);
    assert!(found.iter().any(|problem| problem.message.contains("no rule can see")), "{found:?}");
}

#[test]
fn a_status_has_no_immutable_fields() {
    let status = Value::Object(structural::<Whole>(Defaults::Drop)).to_string();
    assert!(!status.contains("x-kubewright") && !status.contains("oldSelf"), "{status}");
}
