//! Makes a child, as a builder serialised it, into the body of an apply.
//!
//! What Rust's types serialise and what an apply may say differ: a null is refused by a custom resource (422), an empty
//! map may leave no trace in managedFields, and a Secret's `stringData` hides every later edit of its `data`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use crate::object::Kind;

/// Why a child cannot be sent.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BodyError {
    /// The child is no JSON object.
    #[error("a child must serialise to an object")]
    NotAnObject,
    /// A field without which no object can be addressed is absent or empty.
    #[error("a child needs {0}")]
    Missing(&'static str),
    /// A value of a Secret's `stringData` is no string. The value is not shown.
    #[error("stringData[{0}] is not a string")]
    StringData(String),
}

/// Fields of `metadata` that the server alone writes, or that guard a write of ours.
const SERVERS_OWN: [&str; 9] = [
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generateName",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
];

/// The body to apply for `child`.
///
/// Removes nulls everywhere, `status` and the metadata that is the server's own; turns a Secret's `stringData` into
/// base64 `data` (as on the server, `stringData` wins over an entry of the same key); and removes those maps of
/// which a server may keep no trace in managedFields when they are empty: labels, annotations, data, limits, requests,
/// matchLabels.
///
/// # Errors
/// [`BodyError`], when the child has no `apiVersion`, `kind` or `metadata.name`, or a `stringData` of wrong type.
pub fn prepare(child: Value) -> Result<Value, BodyError> {
    let Value::Object(mut body) = child else { return Err(BodyError::NotAnObject) };
    for field in ["apiVersion", "kind"] {
        require(&body, field, field)?;
    }
    let Some(Value::Object(metadata)) = body.get_mut("metadata") else {
        return Err(BodyError::Missing("metadata.name"));
    };
    require(metadata, "name", "metadata.name")?;
    metadata.retain(|key, _| !SERVERS_OWN.contains(&key.as_str()));
    body.remove("status");
    let mut body = Value::Object(body);
    strip_nulls(&mut body);
    if is_secret(&body) {
        string_data_to_data(&mut body)?;
    }
    strip_empty_maps(&mut body, None);
    if let Value::Object(members) = &mut body
        && members.get("apiVersion").is_some_and(|version| version == "v1")
    {
        members.retain(|key, value| !(matches!(key.as_str(), "data" | "binaryData") && is_empty_map(value)));
    }
    Ok(body)
}

/// Whether a body or object is a Secret, whose content is never shown.
pub fn is_secret(body: &Value) -> bool {
    body.get("kind").is_some_and(|kind| kind == "Secret")
        && body.get("apiVersion").is_some_and(|version| version == "v1")
}

/// The same, of a kind.
pub(super) fn is_secret_kind(kind: &Kind) -> bool {
    kind.group.is_empty() && kind.kind == "Secret"
}

fn require(of: &Map<String, Value>, field: &str, path: &'static str) -> Result<(), BodyError> {
    match of.get(field) {
        Some(Value::String(text)) if !text.is_empty() => Ok(()),
        _ => Err(BodyError::Missing(path)),
    }
}

/// `null` and absent are the same to the server. A null in a list is kept: it is an item, and without it the others would move.
pub(crate) fn strip_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(strip_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_nulls),
        _ => {}
    }
}

fn string_data_to_data(secret: &mut Value) -> Result<(), BodyError> {
    let Value::Object(members) = secret else { return Ok(()) };
    let Some(Value::Object(texts)) = members.remove("stringData") else { return Ok(()) };
    let data = members.entry("data").or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(data) = data else { return Ok(()) };
    for (key, text) in texts {
        let Value::String(text) = text else { return Err(BodyError::StringData(key)) };
        data.insert(key, Value::String(STANDARD.encode(text)));
    }
    Ok(())
}

fn strip_empty_maps(value: &mut Value, parent: Option<&str>) {
    match value {
        Value::Object(members) => {
            members.retain(|key, member| !(is_empty_map(member) && forgotten_when_empty(parent, key)));
            for (key, member) in members {
                strip_empty_maps(member, Some(key));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| strip_empty_maps(item, parent)),
        _ => {}
    }
}

/// Maps that are `omitempty` in their Go type.
fn forgotten_when_empty(parent: Option<&str>, key: &str) -> bool {
    match key {
        "labels" | "annotations" => parent == Some("metadata"),
        "limits" | "requests" => parent == Some("resources"),
        "matchLabels" => true,
        _ => false,
    }
}

fn is_empty_map(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

#[cfg(test)]
mod tests;
