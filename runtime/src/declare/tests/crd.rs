//! The CRD around the schemas.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{check, manifest};
use crate::{
    children::{Children, Live, Observed, Wanted},
    declare::{Declaration, Described, Fact, Scope, crd, problems},
    object::DecodeError,
    operator::Operator,
    status::{ConditionType, Conditions, NoStatus, Status, StatusFields},
};

/// A thing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ThingSpec {
    #[serde(default)]
    replicas: i32,
    instance_name: String,
    started: Option<Time>,
    nested: Option<Nested>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Nested {
    #[serde(rename = "a.b")]
    dotted: Option<f64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct ThingStatus {
    replicas: i32,
    selector: String,
    observed_generation: Option<i64>,
    conditions: Conditions<ThingCondition>,
}

#[derive(Clone, Copy, Debug)]
#[expect(dead_code)]
enum ThingCondition {
    Ready,
}

impl ConditionType for ThingCondition {
    const ALL: &'static [&'static str] = &["Ready"];
    fn as_str(&self) -> &'static str {
        match self {
            Self::Ready => "Ready",
        }
    }
}

const fn column(path: &'static str, name: &'static str) -> Fact {
    Fact::Column { path, name, priority: 0, description: "" }
}

impl Described for ThingSpec {
    const FACTS: &'static [Fact] = &[
        column(".instanceName", "Instance"),
        Fact::Scale { path: ".replicas" },
        Fact::Column { path: ".started", name: "Started", priority: 1, description: "When." },
        Fact::Nested { path: ".nested", facts: &[column(".a.b", "Dotted")] },
    ];
}

impl Described for ThingStatus {
    const FACTS: &'static [Fact] = &[
        Fact::Scale { path: ".replicas" },
        Fact::ScaleSelector { path: ".selector" },
        column(".replicas", "age"),
    ];
}

impl Status for ThingStatus {
    type Condition = ThingCondition;
    const FIELDS: Option<StatusFields> = Some(StatusFields {
        conditions: "conditions",
        observed_generation: "observedGeneration",
        last_update_time: None,
    });
}

struct Nothing;
impl Children for Nothing {
    fn collect(self, _: &mut Wanted) {}
}
impl Observed for Nothing {
    fn gather(_: &Live) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

macro_rules! operator {
    ($kind:ident, $status:ty, $declaration:expr) => {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        struct $kind {
            metadata: kube::api::ObjectMeta,
            spec: ThingSpec,
        }
        impl kube::Resource for $kind {
            type DynamicType = ();
            type Scope = kube::core::NamespaceResourceScope;
            fn kind(_: &()) -> std::borrow::Cow<'_, str> {
                stringify!($kind).into()
            }
            fn group(_: &()) -> std::borrow::Cow<'_, str> {
                "example.com".into()
            }
            fn version(_: &()) -> std::borrow::Cow<'_, str> {
                "v1".into()
            }
            fn plural(_: &()) -> std::borrow::Cow<'_, str> {
                concat!(stringify!($kind), "s").to_lowercase().into()
            }
            fn meta(&self) -> &kube::api::ObjectMeta {
                &self.metadata
            }
            fn meta_mut(&mut self) -> &mut kube::api::ObjectMeta {
                &mut self.metadata
            }
        }
        impl Operator for $kind {
            type Spec = ThingSpec;
            type Status = $status;
            type State = ();
            type Children = Nothing;
            type Observed = Nothing;
            const DECLARATION: Declaration = $declaration;
        }
    };
}

operator!(
    Thing,
    ThingStatus,
    Declaration {
        short_names: &["th"],
        categories: &["all"],
        description: "A thing.",
        ..Declaration::new("thing-operator", "example.com", "v1", "Thing", "things", "thing")
    }
);
operator!(
    Bare,
    NoStatus,
    Declaration {
        scope: Scope::Cluster,
        ..Declaration::new("bare-operator", "example.com", "v1", "Bare", "bares", "bare")
    }
);

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
            { "name": "Dotted", "jsonPath": ".spec.nested['a.b']", "type": "number" },
            { "name": "age", "jsonPath": ".status.replicas", "type": "integer" },
            { "name": "Ready", "jsonPath": ".status.conditions[?(@.type==\"Ready\")].status", "type": "string" },
        ])
    );
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
        (json!({ "type": "string", "enum": ["a"], "default": "b" }), "none of the enum's values"),
        (json!({ "type": "string", "default": 1 }), "not of the field's type"),
        (json!({ "type": "object", "required": ["a"] }), "would be pruned"),
        (
            json!({ "type": "array", "items": { "type": "object" }, "x-kubernetes-list-type": "set" }),
            "must be atomic",
        ),
        (
            json!({ "type": "array", "items": { "type": "object", "properties": { "a": { "type": "string" } } },
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] }),
            "must be required or have a default",
        ),
        (json!({ "type": "string", "x-kubernetes-int-or-string": true }), "can't have a type too"),
    ];
    for (schema, message) in cases {
        let found = check(&schema);
        assert!(found.iter().any(|problem| problem.message.contains(message)), "{schema}: {found:?}");
    }
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
