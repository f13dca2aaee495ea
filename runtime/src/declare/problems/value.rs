//! Values against a structural schema, as far as a default can go wrong.

use serde_json::Value;

use super::{
    super::schema::{INT_OR_STRING, LIST_MAP_KEYS, LIST_TYPE, Map, PRESERVE},
    I64_RANGE, Problems, conditions,
};

/// Adds a problem for everything in the value that the schema refuses or prunes.
pub(super) fn check(value: &Value, schema: &Map, path: &str, problems: &mut Problems) {
    if value.is_null() && schema.get("nullable") == Some(&Value::Bool(true)) {
        return;
    }
    if !has_type(value, schema) {
        problems.add(path, format!("{value} is not of the field's type"));
        return;
    }
    conditions::check(value, schema, path, problems);
    match value {
        Value::Object(object) => fields(object, schema, path, problems),
        Value::Array(list) => {
            let Some(items) = schema.get("items").and_then(Value::as_object) else { return };
            unique(list, schema, path, problems);
            for item in list {
                check(item, items, &format!("{path}[]"), problems);
            }
        }
        _ => {}
    }
}

/// No value of a set and no key of a list-map stands twice.
fn unique(list: &[Value], schema: &Map, path: &str, problems: &mut Problems) {
    let keys: Vec<&str> = match schema.get(LIST_TYPE).and_then(Value::as_str) {
        Some("set") => Vec::new(),
        Some("map") => {
            let keys = schema.get(LIST_MAP_KEYS).and_then(Value::as_array);
            keys.into_iter().flatten().filter_map(Value::as_str).collect()
        }
        _ => return,
    };
    let same = |a: &Value, b: &Value| {
        if keys.is_empty() { a == b } else { keys.iter().all(|key| a.get(key) == b.get(key)) }
    };
    for (i, item) in list.iter().enumerate() {
        if list[..i].iter().any(|other| same(other, item)) {
            problems.add(path, format!("{item} stands there twice"));
        }
    }
}

fn fields(object: &Map, schema: &Map, path: &str, problems: &mut Problems) {
    let named = schema.get("properties").and_then(Value::as_object);
    let others = schema.get("additionalProperties").and_then(Value::as_object);
    for (name, value) in object {
        match named.and_then(|named| named.get(name)).and_then(Value::as_object).or(others) {
            Some(field) => check(value, field, &format!("{path}.{name}"), problems),
            None if schema.contains_key(PRESERVE) => {}
            None => problems.add(path, format!("`{name}` would be pruned")),
        }
    }
    for name in
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    {
        if !object.contains_key(name) {
            problems.add(path, format!("`{name}` is required"));
        }
    }
}

fn has_type(value: &Value, schema: &Map) -> bool {
    if schema.contains_key(INT_OR_STRING) {
        return value.is_string() || value.is_i64();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        // Beyond 64 bits the server reads a number with a fraction.
        Some("integer") => {
            let whole = |number: f64| number.fract() == 0.0 && number.abs() < I64_RANGE;
            value.is_i64() || value.as_f64().is_some_and(whole)
        }
        Some("number") => value.is_number(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => schema.contains_key(PRESERVE),
    }
}
