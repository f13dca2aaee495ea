//! Defaults, made to fit the schema that they stand in: the server refuses a CRD whose defaults it would refuse.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Map, PRESERVE, UNORDERED};

/// Makes a node's own default fit.
pub(super) fn fit_own(map: &mut Map) {
    if let Some(value) = map.remove("default")
        && let Some(value) = fit(value, map)
    {
        map.insert("default".to_owned(), value);
    }
}

/// Without nulls that are not allowed and keys that would be pruned, in an order that never changes.
fn fit(value: Value, schema: &Map) -> Option<Value> {
    match value {
        Value::Null => (schema.get("nullable") == Some(&Value::Bool(true))).then_some(Value::Null),
        Value::Object(object) => {
            let named = schema.get("properties").and_then(Value::as_object);
            let others = schema.get("additionalProperties").and_then(Value::as_object);
            let open = schema.get(PRESERVE) == Some(&Value::Bool(true));
            let fitted: BTreeMap<String, Value> = object
                .into_iter()
                .filter_map(|(key, value)| {
                    let known = named.and_then(|named| named.get(&key)).and_then(Value::as_object).or(others);
                    let value = match known {
                        Some(known) => fit(value, known)?,
                        None if open => sorted(value),
                        None => return None,
                    };
                    Some((key, value))
                })
                .collect();
            Some(Value::Object(fitted.into_iter().collect()))
        }
        Value::Array(list) => {
            let items = schema.get("items").and_then(Value::as_object);
            let mut list: Vec<Value> = list
                .into_iter()
                .filter_map(|value| match items {
                    Some(items) => fit(value, items),
                    None => Some(sorted(value)),
                })
                .collect();
            // A hash set comes in another order in every process.
            if schema.contains_key(UNORDERED) {
                list.sort_by_cached_key(Value::to_string);
            }
            Some(Value::Array(list))
        }
        other => Some(other),
    }
}

/// Keys sorted, also where serde_json was built to keep their order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let object: BTreeMap<_, _> =
                object.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            Value::Object(object.into_iter().collect())
        }
        Value::Array(list) => list.into_iter().map(sorted).collect(),
        other => other,
    }
}
