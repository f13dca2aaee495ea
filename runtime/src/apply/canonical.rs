//! The canonical form of a body and its hash: "this is what we asked for last".
//!
//! The hash is kept in an annotation of the child. Version 1 of the form: UTF-8 JSON without white space, keys sorted
//! by their bytes, members that are null left out, without the annotation itself and without `metadata.uid` and
//! `metadata.resourceVersion`, which guard a write and are no part of what is asked for.

use hmac::{Hmac, Mac};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::body::is_secret;

/// What precedes the hash in the annotation: the version of the canonical form.
const VERSION: &str = "1-";

/// The value that `annotation` gets in `body`: `1-` and the first 16 hex digits of the canonical form's SHA-256.
///
/// A Secret's hash is an HMAC keyed by the owner's uid instead, so that equal or guessed content cannot be recognised
/// by its annotation.
pub fn hash(body: &Value, annotation: &str, owner_uid: &str) -> String {
    let mut canonical = Vec::with_capacity(1024);
    Writer { out: &mut canonical, annotation }.body(body);
    let digest = if is_secret(body) {
        // Cannot fail: HMAC takes keys of any length.
        #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(owner_uid.as_bytes()).expect("any key length");
        mac.update(&canonical);
        mac.finalize().into_bytes()
    } else {
        Sha256::digest(&canonical)
    };
    let hex: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("{VERSION}{hex}")
}

/// Puts [`hash`] into `body` under `annotation` and gives it back. A value already there is replaced.
///
/// Does nothing to a body without a `metadata` object; `body::prepare` gives none such.
pub fn stamp(body: &mut Value, annotation: &str, owner_uid: &str) -> String {
    let hash = hash(body, annotation, owner_uid);
    if let Some(Value::Object(metadata)) = body.get_mut("metadata") {
        let annotations = metadata.entry("annotations").or_insert_with(|| Value::Object(Map::new()));
        if !annotations.is_object() {
            *annotations = Value::Object(Map::new());
        }
        if let Value::Object(annotations) = annotations {
            annotations.insert(annotation.to_owned(), Value::String(hash.clone()));
        }
    }
    hash
}

struct Writer<'a> {
    out: &'a mut Vec<u8>,
    annotation: &'a str,
}

impl Writer<'_> {
    fn body(&mut self, body: &Value) {
        self.object(body, &|_| false, |writer, key, value| {
            if key == "metadata" { writer.metadata(value) } else { writer.value(value) }
        });
    }

    fn metadata(&mut self, metadata: &Value) {
        let alone =
            |value: &Value| value.as_object().is_some_and(|all| all.keys().all(|key| key == self.annotation));
        // `annotations` that would be empty without ours are as good as absent.
        let skip_annotations = metadata.get("annotations").is_some_and(alone);
        let annotation = self.annotation.to_owned();
        let skip = move |key: &str| {
            matches!(key, "uid" | "resourceVersion") || (skip_annotations && key == "annotations")
        };
        self.object(metadata, &skip, move |writer, key, value| {
            if key == "annotations" {
                writer.object(value, &|key| key == annotation, |writer, _, value| writer.value(value));
            } else {
                writer.value(value);
            }
        });
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Object(_) => self.object(value, &|_| false, |writer, _, value| writer.value(value)),
            Value::Array(items) => {
                self.out.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.out.push(b',');
                    }
                    self.value(item);
                }
                self.out.push(b']');
            }
            leaf => self.leaf(leaf),
        }
    }

    fn object(
        &mut self,
        value: &Value,
        skip: &dyn Fn(&str) -> bool,
        mut member: impl FnMut(&mut Self, &str, &Value),
    ) {
        let Value::Object(members) = value else { return self.leaf(value) };
        // Sorted here, because a feature of serde_json somewhere else in the build may keep the order of insertion.
        let mut sorted: Vec<_> =
            members.iter().filter(|(key, value)| !value.is_null() && !skip(key)).collect();
        sorted.sort_unstable_by_key(|(key, _)| key.as_str());
        self.out.push(b'{');
        for (index, (key, value)) in sorted.into_iter().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            self.out.extend_from_slice(Value::String(key.clone()).to_string().as_bytes());
            self.out.push(b':');
            member(self, key, value);
        }
        self.out.push(b'}');
    }

    fn leaf(&mut self, value: &Value) {
        self.out.extend_from_slice(value.to_string().as_bytes());
    }
}

#[cfg(test)]
mod tests;
