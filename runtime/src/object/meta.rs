//! Reading an object's metadata, and cutting `managedFields` out of its bytes.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{DecodeError, Object, ObjectKey, OwnFields, Writer, describe};

/// Metadata that the engine works with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// Name.
    #[serde(default)]
    pub name: String,
    /// Namespace, absent for cluster-scoped objects.
    pub namespace: Option<String>,
    /// Identity of this incarnation.
    #[serde(default)]
    pub uid: String,
    /// Version in the server's store, opaque.
    #[serde(default)]
    pub resource_version: String,
    /// Counter of changes of the spec, 0 for kinds that have none.
    #[serde(default)]
    pub generation: i64,
    /// Set while the object is being deleted. RFC 3339.
    pub deletion_timestamp: Option<String>,
    /// When it was created. RFC 3339.
    pub creation_timestamp: Option<String>,
    /// Finalizers that hold up deletion.
    #[serde(default)]
    pub finalizers: Vec<String>,
    /// Labels.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// Annotations.
    #[serde(default)]
    pub annotations: BTreeMap<String, String>,
    /// Owners.
    #[serde(default)]
    pub owner_references: Vec<OwnerRef>,
}

/// An owner, as the garbage collector knows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerRef {
    /// `apiVersion` of the owner.
    pub api_version: String,
    /// Kind of the owner.
    pub kind: String,
    /// Name of the owner.
    pub name: String,
    /// Identity of the owner's incarnation.
    pub uid: String,
    /// Whether this owner manages the object.
    #[serde(default)]
    pub controller: bool,
}

impl Meta {
    /// The object's key in the process's first cluster.
    pub fn key(&self) -> ObjectKey {
        ObjectKey::new(self.namespace.as_deref(), &self.name)
    }

    /// Whether deletion has begun.
    pub fn is_deleting(&self) -> bool {
        self.deletion_timestamp.is_some()
    }

    /// The owner that manages this object.
    pub fn controller(&self) -> Option<&OwnerRef> {
        self.owner_references.iter().find(|owner| owner.controller)
    }
}

impl OwnerRef {
    /// API group of the owner, which stays when its version changes.
    pub fn group(&self) -> &str {
        self.api_version.split_once('/').map_or("", |(group, _)| group)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ManagedEntry<'a> {
    #[serde(borrow, default)]
    manager: Cow<'a, str>,
    #[serde(borrow, default)]
    operation: Cow<'a, str>,
    #[serde(borrow, default)]
    subresource: Cow<'a, str>,
    #[serde(borrow, rename = "fieldsV1")]
    fields: Option<&'a RawValue>,
}

type Fields<'a> = BTreeMap<Cow<'a, str>, &'a RawValue>;

/// Parses the metadata and rebuilds the text without `managedFields`, copying every other member as it stands.
pub(super) fn read(bytes: &[u8], managers: &[&str]) -> Result<Object, DecodeError> {
    let wrong = |error: serde_json::Error| DecodeError::NotAnObject(describe(&error));
    let mut top: Fields<'_> = serde_json::from_slice(bytes).map_err(wrong)?;
    let Some(metadata) = top.get("metadata") else {
        return Err(DecodeError::NotAnObject("it has no metadata".to_owned()));
    };
    let meta: Meta = serde_json::from_str(metadata.get()).map_err(wrong)?;
    if meta.name.is_empty() {
        return Err(DecodeError::NotAnObject("its metadata has no name".to_owned()));
    }
    let mut fields: Fields<'_> = serde_json::from_str(metadata.get()).map_err(wrong)?;
    let managed = fields.remove("managedFields");
    let slim = RawValue::from_string(join(&fields)).map_err(wrong)?;
    top.insert(Cow::Borrowed("metadata"), &slim);
    let body = RawValue::from_string(join(&top)).map_err(wrong)?;

    let mut object = Object { meta, body, own: Vec::new(), others: Vec::new() };
    if let Some(managed) = managed {
        let entries: Vec<ManagedEntry<'_>> = serde_json::from_str(managed.get()).map_err(wrong)?;
        sort_entries(&mut object, entries, managers);
    }
    Ok(object)
}

fn sort_entries(object: &mut Object, entries: Vec<ManagedEntry<'_>>, managers: &[&str]) {
    for entry in entries {
        let ours = managers.iter().any(|name| *name == entry.manager);
        match entry.fields {
            Some(fields) if ours && entry.operation == "Apply" && entry.subresource.is_empty() => {
                object.own.push(OwnFields { manager: entry.manager.into_owned(), fields: fields.to_owned() });
            }
            // The status is written by applies alone, and of an object itself an update of ours is what an earlier
            // release did.
            _ if ours && !entry.subresource.is_empty() => {}
            _ => {
                let writer =
                    Writer { manager: entry.manager.into_owned(), status: entry.subresource == "status" };
                if !object.others.contains(&writer) {
                    object.others.push(writer);
                }
            }
        }
    }
}

/// Writes an object from members that are JSON already.
fn join(fields: &Fields<'_>) -> String {
    let size = fields.iter().map(|(key, value)| key.len() + value.get().len() + 4).sum::<usize>();
    let mut text = String::with_capacity(size + 2);
    text.push('{');
    for (index, (key, value)) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        // Debug would escape differently from JSON: let serde write the key.
        text.push_str(&serde_json::Value::from(key.as_ref()).to_string());
        text.push(':');
        text.push_str(value.get());
    }
    text.push('}');
    text
}
