//! Objects as lists and watches carry them: text until [`Object`] has read it, and never a reason to stop.

use std::{borrow::Cow, fmt, sync::Arc};

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IgnoredAny, MapAccess, Visitor},
    forward_to_deserialize_any,
};
use serde_json::{Value, value::RawValue};

use crate::object::{ClusterId, DecodeError, Kind, Object, ObjectKey, describe};

/// One object of a list or of an event, with what can be known of it even if it does not decode.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) key: ObjectKey,
    pub(super) version: String,
    pub(super) object: Result<Object, DecodeError>,
}

/// Reads items of one kind.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    pub(super) cluster: ClusterId,
    pub(super) kind: Kind,
    /// Field managers of this process.
    pub(super) managers: Arc<[String]>,
}

impl Reader {
    /// Reads the text of an event's object. `None` if it has not even a name.
    pub(super) fn read(&self, text: &str) -> Option<Item> {
        let managers: Vec<&str> = self.managers.iter().map(String::as_str).collect();
        let object = Object::from_slice(text.as_bytes(), &managers);
        let (namespace, name, version) = match &object {
            Ok(object) => {
                let meta = object.meta();
                (meta.namespace.clone(), meta.name.clone(), meta.resource_version.clone())
            }
            Err(_) => serde_json::from_str::<Envelope>(text).ok()?.metadata.known()?,
        };
        Some(Item { key: self.key(namespace.as_deref(), &name), version, object })
    }

    /// Reads an item of a list: those of built-in kinds lack the type that objects of events have.
    pub(super) fn read_listed(&self, text: &str) -> Option<Item> {
        let complete = serde_json::from_str::<Type>(text).is_ok_and(|found| found.is_complete());
        match text.trim_start().strip_prefix('{') {
            Some(rest) if !complete => {
                let (version, kind) = (Value::from(self.kind.api_version()), Value::from(&*self.kind.kind));
                let comma = if rest.trim_start().starts_with('}') { "" } else { "," };
                self.read(&format!("{{\"apiVersion\":{version},\"kind\":{kind}{comma}{rest}"))
            }
            _ => self.read(text),
        }
    }

    /// The key of an object in this reader's cluster.
    pub(super) fn key(&self, namespace: Option<&str>, name: &str) -> ObjectKey {
        ObjectKey { cluster: self.cluster, namespace: namespace.map(Arc::from), name: Arc::from(name) }
    }
}

/// An object's text out of a watch line.
///
/// Deserializing never fails for JSON, whatever is in it. It also accepts what serde has buffered, which it does
/// when `object` comes before `type` in the line: the text is then written anew.
#[derive(Clone)]
pub(super) struct Raw(Box<RawValue>);

impl Raw {
    pub(super) fn text(&self) -> &str {
        self.0.get()
    }
}

impl fmt::Debug for Raw {
    /// The length only: the text may hold a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({} bytes)", self.0.get().len())
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::deserialize(Either(deserializer)).map(Self)
    }
}

/// A page of a list, its items still text.
#[derive(Deserialize)]
pub(super) struct Page<'a> {
    #[serde(default)]
    pub(super) metadata: PageMeta,
    #[serde(borrow, default)]
    pub(super) items: Option<Vec<&'a RawValue>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageMeta {
    #[serde(default)]
    pub(super) resource_version: String,
    #[serde(rename = "continue", default)]
    pub(super) next: Option<String>,
}

/// What of an undecodable object can be read.
#[derive(Deserialize)]
struct Envelope {
    metadata: Known,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Known {
    name: String,
    namespace: Option<String>,
    #[serde(default)]
    resource_version: Value,
}

impl Known {
    fn known(self) -> Option<(Option<String>, String, String)> {
        let version = self.resource_version.as_str().unwrap_or_default().to_owned();
        (!self.name.is_empty()).then_some((self.namespace, self.name, version))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Type<'a> {
    #[serde(borrow, default)]
    api_version: Option<Cow<'a, str>>,
    #[serde(default)]
    kind: Option<IgnoredAny>,
}

impl Type<'_> {
    fn is_complete(&self) -> bool {
        self.api_version.is_some() && self.kind.is_some()
    }
}

/// Lets `RawValue` read from serde_json and from serde's buffer alike.
struct Either<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Either<D> {
    type Error = D::Error;

    /// The only method that `RawValue` calls.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, TextOrBuffer { name, visitor })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, D::Error> {
        Err(D::Error::custom("raw text is read as a newtype"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct TextOrBuffer<V> {
    name: &'static str,
    visitor: V,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for TextOrBuffer<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    /// serde_json hands out the text as a map with one entry.
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(map)
    }

    /// serde's buffer hands out itself.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, buffer: D) -> Result<V::Value, D::Error> {
        let text = Value::deserialize(buffer)?.to_string();
        // A reader rather than a slice: it lends nothing, so it serves visitors of every lifetime.
        serde_json::Deserializer::from_reader(text.as_bytes())
            .deserialize_newtype_struct(self.name, self.visitor)
            .map_err(|error| D::Error::custom(describe(&error)))
    }
}

#[cfg(test)]
#[path = "tests/raw.rs"]
mod tests;
