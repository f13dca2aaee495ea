//! What is seldom written: parts that are deprecated, names beyond ASCII, text of a file, bounds of types of one's own.
//! The neighbours of `cases/crd_fields/fail/bounds_of_other_types.rs` and of `cases/owns/fail/named_as_no_child.rs`.
#![deny(warnings)]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use kubewright::{
    __private::serde_json::{Value, json, to_value},
    declare::problems,
    k8s::{
        IntOrString, Quantity,
        core::v1::{ConfigMap, Pod, Secret},
    },
    prelude::*,
};

/// A port.
#[schema]
pub struct Port(u16);

/// Ports.
#[schema]
pub struct Ports(Vec<u16>);

/// A name.
#[schema]
pub struct Name(String);

/// A text by another name.
pub type Text = String;

/// How fast.
#[schema]
#[derive(PartialEq)]
pub enum Speed {
    /// As fast as it can.
    Quick,
    /// As fast as it could once.
    #[deprecated]
    Slow,
}

#[doc = include_str!("../odd.txt")]
#[operator(
    group = "example.com", version = "v1", status = OddStatus,
    owns(a: ConfigMap, b_2: Option<ConfigMap>, a_3b: Secret, into: Vec<Secret>, serializer: Pod),
)]
#[non_exhaustive]
pub struct OddSpec {
    #[doc = include_str!("../odd.txt")]
    #[crd(column)]
    pub größe: i32,
    /// Not any more.
    #[deprecated]
    pub old: Option<i32>,
    /// Bounds beside the name of a type.
    #[schemars(range(min = 1024))]
    pub port: Option<Port>,
    /// The same of a list.
    #[schemars(length(max = 3), inner(range(max = 9)))]
    pub ports: Ports,
    /// The same of a text.
    #[schemars(length(max = 5), regex(pattern = "^a"))]
    pub name: Name,
    /// Nobody sees what this is.
    #[schemars(length(max = 5))]
    pub text: Option<Text>,
    /// Of a map.
    #[schemars(extend("maxProperties" = 3))]
    pub labels: Option<BTreeMap<String, String>>,
    /// A variant.
    #[crd(default = Speed::Quick)]
    pub speed: Speed,
    /// What a function makes.
    #[crd(default = Quantity("1Gi".to_owned()))]
    pub memory: Quantity,
    /// A variant of another's.
    #[crd(default = IntOrString::Int(80))]
    pub target: IntOrString,
}

/// What is known.
#[status]
pub struct OddStatus {
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<OddCondition>,
    /// Not any more.
    #[deprecated]
    pub old: Option<i32>,
}

/// What is said.
#[derive(ConditionType)]
pub enum OddCondition {
    /// It is there.
    Ready,
    /// Nobody says it any more.
    #[deprecated]
    Old,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = OddCondition)]
#[non_exhaustive]
pub enum OddError {
    /// It did once.
    #[error("old")]
    #[failure(transient)]
    #[deprecated]
    Old,
}

impl Reconcile for Odd {
    type Error = OddError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<OddChildren, OddError> {
        Ok(OddChildren {
            a: ConfigMap::default(),
            b_2: None,
            a_3b: Secret::default(),
            into: Vec::new(),
            serializer: Pod::default(),
        })
    }
}

fn spec() -> Value {
    let crd = Odd::crd();
    assert_eq!(problems(&crd), []);
    let schema = &crd.spec.versions[0].schema;
    to_value(schema).unwrap()["openAPIV3Schema"]["properties"]["spec"].clone()
}

#[test]
fn bounds_of_named_types_are_in_the_schema() {
    let fields = &spec()["properties"];
    assert_eq!((&fields["port"]["minimum"], &fields["port"]["maximum"]), (&json!(1024.0), &json!(65535.0)));
    assert_eq!(
        (&fields["ports"]["maxItems"], &fields["ports"]["items"]["maximum"]),
        (&json!(3), &json!(9.0))
    );
    assert_eq!((&fields["name"]["maxLength"], &fields["name"]["pattern"]), (&json!(5), &json!("^a")));
    assert_eq!(fields["text"]["maxLength"], 5);
    assert_eq!(fields["memory"]["default"], "1Gi");
}

#[test]
fn texts_of_files_are_descriptions() {
    let spec = spec();
    assert_eq!(spec["description"], "What stands in a file.");
    assert_eq!(spec["properties"]["größe"]["description"], "What stands in a file.");
    let columns = Odd::crd().spec.versions[0].additional_printer_columns.clone().unwrap();
    assert_eq!(columns[0].json_path, ".spec.größe");
}
