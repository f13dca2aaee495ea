//! Objects of a custom kind as JSON.

use kube::{Resource, api::ObjectMeta};
use serde::{Deserialize, Serialize, Serializer};

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

/// Writes an object.
///
/// # Errors
/// The serializer's.
pub fn serialize<K, Spec, Status, S>(
    object: &K,
    spec: &Spec,
    status: Option<&Status>,
    serializer: S,
) -> Result<S::Ok, S::Error>
where
    K: Resource<DynamicType = ()>,
    Spec: Serialize,
    Status: Serialize,
    S: Serializer,
{
    let (api_version, kind) = (K::api_version(&()), K::kind(&()));
    let metadata = object.meta();
    Written { api_version: &api_version, kind: &kind, metadata, spec, status }.serialize(serializer)
}

/// The metadata of an object that is to be made.
pub fn named(name: &str) -> ObjectMeta {
    ObjectMeta { name: Some(name.to_owned()), ..Default::default() }
}
