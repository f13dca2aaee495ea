//! Every helper of `#[crd(..)]` on fields, on the types that it is for: neighbours of `cases/crd_fields/fail`.

use std::collections::BTreeMap;

use kubewright::{
    __private::{
        serde::{Deserialize, Deserializer, de::Error},
        serde_json::{Value, json},
    },
    declare::{manifest, problems},
    k8s::core::v1::ContainerPort,
    prelude::*,
};

/// A kind with all helpers.
#[operator(group = "example.com", version = "v1", status = HelpedStatus)]
pub struct HelpedSpec {
    /// Objects are found by it.
    #[crd(selectable, immutable, column)]
    pub class: Class,
    /// May be absent, but not come or go.
    #[crd(immutable)]
    pub zone: Option<String>,
    /// Filled in, and kept.
    #[crd(immutable, default = -3)]
    #[schemars(range(min = -3, max = 3))]
    pub level: i32,
    /// A name that rules must escape.
    #[crd(immutable)]
    #[serde(rename = "node-in.group/x__y")]
    pub odd: Option<i64>,
    /// Null is a value of it, and one that stays.
    #[crd(immutable)]
    #[serde(default = "three")]
    pub three: Option<i64>,
    /// An optional part.
    pub storage: Option<Storage>,
    /// A set of texts.
    #[crd(list(set))]
    #[serde(default)]
    pub tags: Vec<String>,
    /// A set that may be absent.
    #[crd(list(set))]
    pub numbers: Option<Vec<u16>>,
    /// A list as it is without helpers.
    pub pairs: Option<Vec<Pair>>,
    /// Items with two keys, one of which has another name on the wire.
    #[crd(list(map(number, protocol_kind)))]
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub ports: Vec<Port>,
    /// Items of a type of Kubernetes' own.
    #[crd(list(map(container_port)))]
    pub foreign: Option<Vec<ContainerPort>>,
    /// A number or a name.
    #[crd(int_or_string, default = "http")]
    pub target: String,
    /// The same, absent at will.
    #[crd(int_or_string)]
    pub other_target: Option<String>,
    /// Read by the user's own code.
    #[crd(int_or_string)]
    #[serde(deserialize_with = "percent")]
    #[schemars(with = "String")]
    pub share: u8,
    /// Keeps what it does not name.
    #[crd(preserve_unknown)]
    pub open: Option<Pair>,
    /// The same for a type that says nothing.
    #[crd(preserve_unknown)]
    pub pod: Option<kubewright::k8s::core::v1::PodSpec>,
    /// A list of a type of one's own.
    #[serde(default)]
    pub names: Names,
    /// Written by nobody but people.
    #[crd(column)]
    #[serde(skip_serializing)]
    pub secret: Option<String>,
    /// Immutable in each value. Rules below lists and maps need bounds.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 16))]
    pub by_name: BTreeMap<String, Storage>,
    /// A name with dots.
    #[crd(column)]
    #[serde(rename = "a.b")]
    pub dotted: Option<String>,
}

/// What is known of it.
#[status]
pub struct HelpedStatus {
    /// Objects are found by it.
    #[crd(selectable)]
    pub phase: String,
    /// Immutable in a spec only.
    pub storage: Option<Storage>,
    /// Written by several: without defaults in a status, keys are required.
    #[crd(list(map(number, protocol_kind)))]
    pub parts: Vec<Port>,
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<HelpedCondition>,
}

/// A closed set.
#[schema]
pub enum Class {
    /// Quick.
    Fast,
    /// Cheap.
    Slow,
}

/// What is stored.
#[schema]
pub struct Storage {
    /// Its class.
    #[crd(immutable, selectable)]
    #[schemars(length(max = 63))]
    pub class_name: String,
    /// Its size, if it has one.
    #[crd(immutable)]
    pub size: Option<i64>,
    /// May change.
    pub notes: Option<String>,
}

/// An object of two fields.
#[schema]
pub struct Pair {
    /// One half.
    pub key: String,
    /// The other.
    pub value: String,
}

/// An item of a list with keys.
#[schema]
pub struct Port {
    /// Its number.
    pub number: u16,
    /// Its protocol.
    #[crd(default = "TCP")]
    #[serde(rename = "protocol")]
    pub protocol_kind: String,
    /// What stays.
    #[crd(immutable)]
    #[schemars(length(max = 63))]
    pub name: Option<String>,
}

/// A set under a name of its own.
#[schema]
#[derive(Default)]
pub struct Names(#[crd(list(set))] Vec<String>);

/// What is said.
#[derive(ConditionType, Clone, Copy, Debug)]
pub enum HelpedCondition {
    /// It is there.
    Ready,
}

fn three() -> Option<i64> {
    Some(3)
}

fn percent<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    match Value::deserialize(from)? {
        Value::Number(number) => number.as_u64().and_then(|number| u8::try_from(number).ok()),
        Value::String(text) => text.trim_end_matches('%').parse().ok(),
        _ => None,
    }
    .ok_or_else(|| D::Error::custom("no share"))
}

impl Reconcile for Helped {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<HelpedChildren, Self::Error> {
        Ok(HelpedChildren {})
    }
}

#[test]
fn the_crd_says_what_the_helpers_say() {
    let crd = Helped::crd();
    assert_eq!(problems(&crd), []);
    let crd = manifest(&crd).unwrap();
    let version = &crd["spec"]["versions"][0];
    assert_eq!(
        version["selectableFields"],
        json!([{ "jsonPath": ".spec.class" }, { "jsonPath": ".spec.storage.className" },
               { "jsonPath": ".status.phase" }, { "jsonPath": ".status.storage.className" }])
    );
}
