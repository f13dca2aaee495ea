//! A kind with a field of every shape.

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{
    k8s::{IntOrString, Quantity, core::v1::PodTemplateSpec},
    prelude::*,
};
use serde_json::Value;

/// Everything but the kitchen sink, and the sink.
#[operator(group = "crd.example.com", version = "v1", short_name = "snk", status = SinkStatus)]
#[derive(Default)]
pub(crate) struct SinkSpec {
    /// How many.
    #[crd(column, scale, default = 1)]
    #[schemars(range(min = 0, max = 100))]
    pub(crate) replicas: i32,
    pub(crate) plain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) skipped: Option<String>,
    /// None is said, and stays None although the server has a default.
    #[serde(default = "three")]
    pub(crate) three: Option<i64>,
    #[crd(column)]
    pub(crate) speed: Option<Speed>,
    #[serde(default = "fast")]
    pub(crate) fast: Option<Speed>,
    #[serde(default)]
    pub(crate) tags: BTreeSet<String>,
    #[serde(default)]
    pub(crate) ports: BTreeSet<u16>,
    #[serde(default)]
    pub(crate) items: BTreeSet<Item>,
    #[serde(default)]
    pub(crate) counts: BTreeMap<String, Option<i64>>,
    #[serde(default)]
    pub(crate) speeds: Vec<Option<Speed>>,
    pub(crate) port: Option<IntOrString>,
    pub(crate) memory: Option<Quantity>,
    #[serde(default)]
    pub(crate) nested: Nested,
    pub(crate) source: Option<Source>,
    pub(crate) check: Option<Check>,
    pub(crate) target: Option<Target>,
    pub(crate) limit: Option<Limit>,
    pub(crate) big: Option<u64>,
    pub(crate) tiny: Option<i8>,
    pub(crate) letter: Option<char>,
    pub(crate) share: Option<f32>,
    #[crd(column)]
    pub(crate) since: Option<Time>,
    pub(crate) template: Option<PodTemplateSpec>,
    pub(crate) anything: Option<Value>,
    pub(crate) extra: Option<Extra>,
}

#[status]
pub(crate) struct SinkStatus {
    #[crd(scale)]
    pub(crate) replicas: i32,
    #[crd(scale(selector))]
    pub(crate) selector: String,
    pub(crate) observed_generation: Option<i64>,
    pub(crate) conditions: Conditions<SinkCondition>,
}

#[derive(ConditionType)]
pub(crate) enum SinkCondition {
    Ready,
    Clogged,
}

/// How fast.
#[schema]
#[derive(PartialEq)]
pub(crate) enum Speed {
    Slow,
    /// As fast as it gets.
    Fast,
    Unknown,
}

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Item {
    pub(crate) name: String,
}

#[schema]
pub(crate) struct Nested {
    #[crd(default = 7)]
    pub(crate) size: u16,
    #[crd(default = "deep")]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) inner: Inner,
}

#[schema]
pub(crate) struct Inner {
    #[crd(default = 0.5)]
    pub(crate) ratio: f64,
    #[crd(default = vec!["a".to_owned()])]
    pub(crate) list: Vec<String>,
}

/// Exactly one of them.
#[schema]
pub(crate) enum Source {
    /// From git.
    Git {
        repository_url: String,
        branch: Option<String>,
    },
    Image(String),
}

#[schema]
#[serde(tag = "type")]
pub(crate) enum Check {
    /// Asks over HTTP.
    Http {
        port: u16,
        path: String,
    },
    Tcp {
        port: u16,
    },
    Never,
}

#[schema]
#[serde(untagged)]
pub(crate) enum Target {
    Named { name: String },
    Selected { labels: BTreeMap<String, String> },
}

#[schema]
#[serde(tag = "unit", content = "value")]
pub(crate) enum Limit {
    Count(i64),
    Text(String),
    Infinite,
}

#[schema]
pub(crate) struct Extra {
    pub(crate) known: String,
    /// Always written, and anything, null too.
    pub(crate) maybe: Value,
    #[serde(flatten)]
    pub(crate) others: BTreeMap<String, String>,
}

impl Reconcile for Sink {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<SinkChildren, Self::Error> {
        Ok(SinkChildren {})
    }
}

fn three() -> Option<i64> {
    Some(3)
}

fn fast() -> Option<Speed> {
    Some(Speed::Fast)
}
