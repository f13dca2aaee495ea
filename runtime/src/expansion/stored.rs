//! Objects of a custom kind as JSON.

use kube::api::ObjectMeta;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::IgnoredAny};

use crate::operator::Operator;

/// What is read of an object. `apiVersion` and `kind` are known from its type.
#[derive(Deserialize)]
pub struct Stored<Spec, Status> {
    /// Name, namespace, labels and what else every object has.
    pub metadata: ObjectMeta,
    /// What is wanted.
    pub spec: Spec,
    /// What was seen.
    pub status: Option<Status>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a, Spec, Status> {
    api_version: &'a str,
    kind: &'a str,
    metadata: &'a ObjectMeta,
    spec: &'a Spec,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a Status>,
}

// What a spec and a status can do is asked of `Operator`, which has said already if they can't: here it would be said
// again, of traits that the user did not name.

/// Writes an object.
///
/// # Errors
/// The serializer's.
pub fn serialize<O: Operator, S: Serializer>(
    object: &O,
    spec: &O::Spec,
    status: Option<&O::Status>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let (api_version, kind) = (O::api_version(&()), O::kind(&()));
    let metadata = object.meta();
    Written { api_version: &api_version, kind: &kind, metadata, spec, status }.serialize(serializer)
}

/// Reads an object with a status.
///
/// # Errors
/// The deserializer's.
pub fn read<'de, O: Operator, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Stored<O::Spec, O::Status>, D::Error> {
    Stored::deserialize(deserializer)
}

/// Reads an object whose kind has no status: if there is one, it is somebody else's.
///
/// # Errors
/// The deserializer's.
pub fn read_without_status<'de, O: Operator, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Stored<O::Spec, IgnoredAny>, D::Error> {
    Stored::deserialize(deserializer)
}

/// The metadata of an object that is to be made.
pub fn named(name: &str) -> ObjectMeta {
    ObjectMeta { name: Some(name.to_owned()), ..Default::default() }
}
