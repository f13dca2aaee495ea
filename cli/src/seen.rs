//! What is kept of an object: what a person cares for, and nothing of a Secret's content.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use kube::api::DynamicObject;
use serde_json::Value;

use crate::readiness::{self, Readiness};

/// An object as it was seen last.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    /// Its uid: another one is another object.
    pub(crate) uid: String,
    /// Uid of the object that controls it.
    pub(crate) owner: Option<String>,
    /// Counts changes of the spec; not all kinds have it.
    pub(crate) generation: Option<i64>,
    /// Changes with what the user or the operator wrote, for kinds without generation.
    pub(crate) content: u64,
    /// Whether it is marked for deletion.
    pub(crate) deleting: bool,
    /// The generation that its status speaks of.
    pub(crate) observed: Option<i64>,
    /// Its conditions by type.
    pub(crate) conditions: BTreeMap<String, Condition>,
    /// Whether it is ready. The operators' own objects say it in a condition.
    pub(crate) readiness: Option<Readiness>,
}

/// A condition, without its times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Condition {
    /// `True`, `False` or `Unknown`.
    pub(crate) status: String,
    /// Why, in one word.
    pub(crate) reason: String,
    /// Why, for people.
    pub(crate) message: String,
}

/// An object of an operator's own kind.
pub(crate) fn object(object: &DynamicObject) -> Seen {
    let data = &object.data;
    let observed = data.pointer("/status/observedGeneration").and_then(Value::as_i64);
    Seen { observed, conditions: conditions(data), ..common(object) }
}

/// A child.
pub(crate) fn child(kind: &str, object: &DynamicObject) -> Seen {
    let readiness = readiness::of(kind, object.metadata.generation, &object.data);
    Seen { readiness, ..common(object) }
}

fn common(object: &DynamicObject) -> Seen {
    let meta = &object.metadata;
    let references = meta.owner_references.iter().flatten();
    let owner = references
        .filter(|reference| reference.controller == Some(true))
        .map(|owner| owner.uid.clone())
        .next();
    Seen {
        uid: meta.uid.clone().unwrap_or_default(),
        owner,
        generation: meta.generation,
        content: if meta.generation.is_some() { 0 } else { content(&object.data) },
        deleting: meta.deletion_timestamp.is_some(),
        ..Seen::default()
    }
}

fn conditions(data: &Value) -> BTreeMap<String, Condition> {
    let list = data.pointer("/status/conditions").and_then(Value::as_array);
    let pair = |condition: &Value| {
        let text = |field: &str| condition[field].as_str().unwrap_or_default().to_owned();
        let (status, reason, message) = (text("status"), text("reason"), text("message"));
        (text("type"), Condition { status, reason, message })
    };
    list.into_iter().flatten().map(pair).collect()
}

/// A hash of all but metadata and status.
fn content(data: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (name, value) in data.as_object().into_iter().flatten().filter(|(name, _)| *name != "status") {
        (name, value.to_string()).hash(&mut hasher);
    }
    hasher.finish()
}
