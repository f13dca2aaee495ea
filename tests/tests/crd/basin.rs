//! A kind with the shapes that other tools' CRDs break on: one optional field for each.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kubewright::{
    __private::{schemars, serde},
    k8s::{
        IntOrString, Quantity,
        core::v1::{PersistentVolumeClaim, PodTemplateSpec},
    },
    prelude::*,
};
use serde_json::{Map, Value};

use super::sink::{Item, Speed};

/// One field for each shape.
#[operator(group = "crd.example.com", version = "v1")]
#[derive(Default)]
#[serde(default)]
pub(crate) struct BasinSpec {
    pub(crate) job: Option<Job>,
    pub(crate) probe: Option<Probe>,
    pub(crate) closed: Option<Closed>,
    pub(crate) labelled: Option<Labelled>,
    pub(crate) open: Option<Open>,
    pub(crate) counted: Option<Counted>,
    pub(crate) source: Option<Source>,
    pub(crate) sources: Vec<Option<Source>>,
    pub(crate) shape: Option<Shape>,
    pub(crate) shapes: BTreeMap<String, Option<Shape>>,
    pub(crate) amount: Option<Amount>,
    pub(crate) loose: Option<Loose>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<Level>,
    pub(crate) levels: HashSet<u16>,
    pub(crate) item_set: BTreeSet<Item>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    pub(crate) list_map: Vec<Item>,
    pub(crate) by_number: BTreeMap<i32, String>,
    pub(crate) by_level: HashMap<Level, u8>,
    pub(crate) by_speed: BTreeMap<String, Speed>,
    pub(crate) integers: Option<Integers>,
    pub(crate) port: Option<Port>,
    pub(crate) float: Option<f32>,
    pub(crate) letter: Option<char>,
    pub(crate) duration: Option<std::time::Duration>,
    pub(crate) at: Option<Time>,
    pub(crate) ports: Vec<IntOrString>,
    pub(crate) limits: BTreeMap<String, Quantity>,
    pub(crate) anything: Value,
    pub(crate) things: Vec<Value>,
    pub(crate) object: Map<String, Value>,
    pub(crate) bytes: Option<[u8; 3]>,
    pub(crate) branch: Option<Branch>,
    pub(crate) one: Option<One>,
    pub(crate) template: Option<PodTemplateSpec>,
    pub(crate) claims: Vec<PersistentVolumeClaim>,
}

/// Flattened enums: an untagged one with an empty variant, and an externally tagged one.
#[schema]
pub(crate) struct Job {
    size: i64,
    #[serde(flatten)]
    target: Target,
    #[serde(flatten)]
    source: Source,
}

#[schema]
#[serde(untagged)]
pub(crate) enum Target {
    Named { name: String },
    Selected { labels: BTreeMap<String, String> },
    Empty {},
}

#[schema]
pub(crate) enum Source {
    /// From git.
    Git(Git),
    Image {
        image_name: String,
    },
    Nothing {},
}

#[schema]
pub(crate) struct Git {
    url: String,
    branch: Option<String>,
}

/// A flattened internally tagged enum, and an optional flattened struct.
#[schema]
pub(crate) struct Probe {
    period: u16,
    #[serde(flatten)]
    shape: Shape,
}

/// Struct variants, a newtype variant and one without data.
#[schema]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Shape {
    RoundOne {
        radius: f64,
    },
    /// Of a type of its own.
    Square(Side),
    None,
}

#[schema]
pub(crate) struct Side {
    length: f64,
}

#[schema]
#[serde(tag = "unit", content = "of")]
pub(crate) enum Amount {
    Exact(u32),
    Between { least: u32, most: u32 },
    Any,
}

#[schema]
#[serde(untagged)]
pub(crate) enum Loose {
    Number(i64),
    Text(String),
    Several(Vec<String>),
    Object { value: bool },
}

#[schema]
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum Level {
    /// Hardly any.
    Low,
    #[serde(rename = "in-between")]
    Middle,
    High,
}

#[schema]
#[serde(deny_unknown_fields)]
pub(crate) struct Closed {
    known: String,
}

#[schema]
pub(crate) struct Labelled {
    known: String,
    #[serde(flatten)]
    others: HashMap<String, String>,
}

#[schema]
pub(crate) struct Open {
    known: String,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[schema]
pub(crate) struct Counted {
    known: String,
    #[serde(flatten)]
    others: BTreeMap<String, i64>,
}

#[schema]
#[derive(Default)]
#[serde(default)]
pub(crate) struct Integers {
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    i128: i128,
    isize: isize,
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    u128: u128,
    usize: usize,
    non_zero: Option<std::num::NonZeroU8>,
    not_zero: Option<std::num::NonZeroI64>,
}

#[schema]
pub(crate) struct Port(u16);

/// Two types inside each other.
#[schema]
pub(crate) struct Branch {
    name: String,
    #[serde(default)]
    leaves: Vec<Leaf>,
}

#[schema]
pub(crate) struct Leaf {
    colour: Option<String>,
    #[serde(default)]
    branches: BTreeMap<String, Branch>,
}

/// Three types inside each other, without our macros.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(crate = "kubewright::__private::serde")]
#[schemars(crate = "kubewright::__private::schemars")]
pub(crate) struct One {
    name: String,
    two: Option<Box<Two>>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(crate = "kubewright::__private::serde")]
#[schemars(crate = "kubewright::__private::schemars")]
pub(crate) struct Two {
    three: Box<Three>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(crate = "kubewright::__private::serde")]
#[schemars(crate = "kubewright::__private::schemars")]
pub(crate) struct Three {
    one: Option<Box<One>>,
    ones: Vec<One>,
}

impl Reconcile for Basin {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<BasinChildren, Self::Error> {
        Ok(BasinChildren {})
    }
}
