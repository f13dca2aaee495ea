//! What the engine knows of a Kubernetes object: its kind, its key, its metadata and its bytes.

mod kind;
mod meta;

use std::{collections::BTreeMap, fmt};

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use serde::de::DeserializeOwned;
use serde_json::{Value, value::RawValue};

pub use self::{
    kind::{ClusterId, Kind, ObjectKey, Scoped},
    meta::{Meta, OwnerRef},
};

/// An object as the server sent it: metadata parsed, the rest kept as bytes until somebody needs a type.
///
/// `managedFields` are cut out of the bytes. What is kept of them is the raw `fieldsV1` of this process's own
/// Apply entries, which say whether a child is still as we applied it, and the names of all other managers.
#[derive(Clone)]
pub struct Object {
    meta: Meta,
    body: Box<RawValue>,
    own: Vec<OwnFields>,
    others: Vec<Writer>,
}

/// An entry of `managedFields` that is no Apply entry of this process's.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Writer {
    manager: String,
    /// Of the status alone.
    status: bool,
}

/// The server's record of the fields that a manager of this process owns.
#[derive(Clone)]
struct OwnFields {
    manager: String,
    fields: Box<RawValue>,
}

/// Why bytes could not become an object or a type. Never holds content: the object may be a Secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The bytes are not a Kubernetes object with metadata.
    #[error("not a Kubernetes object: {0}")]
    NotAnObject(String),
    /// The object does not fit the type that it is to become.
    #[error("{key} does not decode as {kind}: {problem}")]
    Type {
        /// Kind that was asked for.
        kind: String,
        /// Which object.
        key: ObjectKey,
        /// Where and what, without the offending value.
        problem: String,
    },
}

impl Object {
    /// Reads one object. `managers` are the field managers of this process, whose Apply entries are kept.
    pub fn from_slice(bytes: &[u8], managers: &[&str]) -> Result<Self, DecodeError> {
        meta::read(bytes, managers)
    }

    /// Name, labels, owner references and the rest of the metadata.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The JSON text, without `managedFields`.
    pub fn body(&self) -> &str {
        self.body.get()
    }

    /// The raw `fieldsV1` that `manager` owns through server-side apply on the main resource.
    pub fn own_fields(&self, manager: &str) -> Option<&RawValue> {
        self.own.iter().find(|own| own.manager == manager).map(|own| &*own.fields)
    }

    /// Names of all other field managers.
    pub fn other_managers(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for writer in &self.others {
            if !names.contains(&writer.manager) {
                names.push(writer.manager.clone());
            }
        }
        names
    }

    /// Whether one of these wrote the object itself, or, with `status`, its status.
    pub fn is_written_by(&self, managers: &[&str], status: bool) -> bool {
        let is_one = |writer: &Writer| managers.contains(&writer.manager.as_str());
        self.others.iter().any(|writer| writer.status == status && is_one(writer))
    }

    /// The object as a type.
    pub fn decode<K: DeserializeOwned>(&self, kind: &str) -> Result<K, DecodeError> {
        serde_json::from_str(self.body()).map_err(|error| DecodeError::Type {
            kind: kind.to_owned(),
            key: self.meta.key(),
            problem: describe(&error),
        })
    }

    /// Its metadata as the API's own type.
    pub(crate) fn metadata(&self, kind: &str) -> Result<ObjectMeta, DecodeError> {
        #[derive(serde::Deserialize)]
        struct Only {
            metadata: ObjectMeta,
        }
        self.decode(kind).map(|only: Only| only.metadata)
    }

    /// The same object without its status.
    pub(crate) fn without_status(&self) -> Result<Self, DecodeError> {
        let wrong = |error: serde_json::Error| DecodeError::NotAnObject(describe(&error));
        let mut members: BTreeMap<&str, &RawValue> = serde_json::from_str(self.body()).map_err(wrong)?;
        members.remove("status");
        Ok(Self { body: serde_json::value::to_raw_value(&members).map_err(wrong)?, ..self.clone() })
    }

    /// The object as a JSON tree.
    pub fn value(&self) -> Value {
        // `body` was parsed as JSON when the object was read.
        serde_json::from_str(self.body()).unwrap_or(Value::Null)
    }
}

impl fmt::Debug for Object {
    /// Key and version only: the body may hold a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Object")
            .field("key", &self.meta.key())
            .field("uid", &self.meta.uid)
            .field("resource_version", &self.meta.resource_version)
            .finish_non_exhaustive()
    }
}

/// Says where decoding failed and what was expected, but not the value that was found there.
pub fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!("line {} column {}", error.line(), error.column());
    // From the right: the value, which stands in front, may say as much of itself.
    match text.rsplit_once(", expected ") {
        Some((_, expected)) if text.starts_with("invalid") => {
            let expected = expected.split(" at line ").next().unwrap_or(expected);
            format!("expected {expected} at {place}")
        }
        _ if text.starts_with("missing field") || text.starts_with("unknown field") => text,
        _ => format!("{:?} error at {place}", error.classify()),
    }
}

#[cfg(test)]
mod tests;
