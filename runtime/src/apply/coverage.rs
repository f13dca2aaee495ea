//! Which leaves of a desired body does our Apply entry no longer own?
//!
//! The server takes a path out of our entry as soon as anybody else changes or removes its value. So a body whose
//! every leaf is still in the entry is unchanged, and no value is ever compared: quantities, defaults and rewriting
//! webhooks cannot cause loops. The walk needs no schema: `fieldsV1` says itself how lists are keyed.
//! The format is `sigs.k8s.io/structured-merge-diff/fieldpath`, `serialize-pe.go`.

use serde_json::{Map, Value};

use super::path::{Path, Segment};

/// Why a `fieldsV1` could not be walked.
#[derive(Debug, thiserror::Error)]
pub enum CoverageError {
    /// The entry's `fieldsV1` is not JSON.
    #[error("fieldsV1 is not JSON (column {column})")]
    NotJson {
        /// Where decoding stopped.
        column: usize,
    },
}

/// The leaves of `desired` that `fields_v1`, the raw JSON of our entry, does not cover.
///
/// `fields_v1` of `None` means that we have no entry: everything is uncovered.
///
/// # Errors
/// [`CoverageError::NotJson`] when `fields_v1` does not parse.
pub fn uncovered_raw(desired: &Value, fields_v1: Option<&str>) -> Result<Vec<Path>, CoverageError> {
    let fields = fields_v1
        .map(serde_json::from_str::<Value>)
        .transpose()
        .map_err(|error| CoverageError::NotJson { column: error.column() })?;
    Ok(uncovered(desired, fields.as_ref().unwrap_or(&Value::Null)))
}

/// The leaves of `desired`, a whole body, that `fields_v1` does not cover, in the body's order.
///
/// The fields that identify the object (`apiVersion`, `kind`, name and namespace) and those that guard the write
/// (`uid`, `resourceVersion`) are never owned by anybody, and are passed over.
pub fn uncovered(desired: &Value, fields_v1: &Value) -> Vec<Path> {
    let mut walk = Walk { at: Path::default(), lost: Vec::new() };
    let root = fields_v1.as_object();
    let Value::Object(body) = desired else {
        walk.value(desired, Some(fields_v1));
        return walk.lost;
    };
    for (key, value) in body {
        match (key.as_str(), value) {
            ("apiVersion" | "kind", _) => {}
            ("metadata", Value::Object(metadata)) => {
                let node = root.and_then(|root| root.get("f:metadata")).and_then(Value::as_object);
                walk.at.push(Segment::Key(key.clone()));
                for (key, value) in metadata {
                    if !matches!(key.as_str(), "name" | "namespace" | "uid" | "resourceVersion") {
                        walk.member(key, value, node);
                    }
                }
                walk.at.pop();
            }
            _ => walk.member(key, value, root),
        }
    }
    walk.lost
}

struct Walk {
    at: Path,
    lost: Vec<Path>,
}

impl Walk {
    fn member(&mut self, key: &str, value: &Value, parent: Option<&Map<String, Value>>) {
        let node = parent.and_then(|parent| parent.get(&format!("f:{key}")));
        self.at.push(Segment::Key(key.to_owned()));
        self.value(value, node);
        self.at.pop();
    }

    fn value(&mut self, value: &Value, node: Option<&Value>) {
        let node = match node {
            // A leaf, or an atomic value that is owned whole.
            Some(Value::Object(node)) if node.is_empty() => return,
            // Owned, but only as an empty value.
            Some(Value::Object(node)) if node.len() == 1 && node.contains_key(".") => {
                if !is_empty(value) {
                    self.lost.push(self.at.clone());
                }
                return;
            }
            Some(Value::Object(node)) => Some(node),
            _ => None,
        };
        match (value, node) {
            (Value::Object(members), Some(node)) => {
                for (key, member) in members {
                    self.member(key, member, Some(node));
                }
            }
            (Value::Array(items), Some(node)) => {
                for (index, (item, owned)) in items.iter().zip(assign(items, node)).enumerate() {
                    self.at.push(Segment::Index(index));
                    self.value(item, owned);
                    self.at.pop();
                }
            }
            // The server keeps no trace of an empty list whose Go field is omitted when empty. An empty object
            // without a node is lost, though: that is `emptyDir: {}` after somebody made it a `hostPath`.
            (Value::Array(items), None) if items.is_empty() => {}
            (_, Some(_)) => {}
            (_, None) => self.lost.push(self.at.clone()),
        }
    }
}

/// An entry of a list's node: how it names its item, and what is owned below.
enum Item<'a> {
    /// `k:{..}`: the item's key fields, defaulted ones included.
    Keys(Map<String, Value>, &'a Value),
    /// `v:..`: the item of a set itself.
    Value(Value, &'a Value),
    /// `i:..`: a position.
    Index(usize, &'a Value),
}

/// For each item of a list the node that describes it, each node at most once.
///
/// Key fields that the item leaves out are defaulted by the server, so they count as equal. Items that spell all
/// their keys choose first: of `{port: 53, protocol: UDP}` and `{port: 53}` the second one must not take the node
/// of the first.
fn assign<'a>(items: &[Value], node: &'a Map<String, Value>) -> Vec<Option<&'a Value>> {
    let mut entries: Vec<Option<Item<'a>>> = node.iter().map(|(name, below)| entry(name, below)).collect();
    let mut assigned = vec![None; items.len()];
    for exact in [true, false] {
        for (index, item) in items.iter().enumerate() {
            if assigned[index].is_some() {
                continue;
            }
            let found = entries.iter_mut().find(|slot| match slot {
                Some(Item::Keys(keys, _)) => keys_match(item, keys, exact),
                Some(Item::Value(value, _)) => value == item,
                Some(Item::Index(at, _)) => *at == index,
                None => false,
            });
            assigned[index] = found.and_then(Option::take).map(|taken| match taken {
                Item::Keys(_, below) | Item::Value(_, below) | Item::Index(_, below) => below,
            });
        }
    }
    assigned
}

fn entry<'a>(name: &str, below: &'a Value) -> Option<Item<'a>> {
    let (kind, rest) = name.split_once(':')?;
    match kind {
        "k" => Some(Item::Keys(serde_json::from_str(rest).ok()?, below)),
        "v" => Some(Item::Value(serde_json::from_str(rest).ok()?, below)),
        "i" => Some(Item::Index(rest.parse().ok()?, below)),
        _ => None,
    }
}

fn keys_match(item: &Value, keys: &Map<String, Value>, exact: bool) -> bool {
    item.is_object() && keys.iter().all(|(key, wanted)| item.get(key).map_or(!exact, |value| value == wanted))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
