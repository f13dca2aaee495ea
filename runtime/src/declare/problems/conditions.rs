//! What a schema demands of a value apart from its type, also in the branches of `oneOf` and its kin.

use serde_json::Value;

use super::{super::schema::Map, Problems};

/// Adds a problem for every condition that the value does not keep. Patterns and the formats of texts are left to the
/// server.
pub(super) fn check(value: &Value, schema: &Map, path: &str, problems: &mut Problems) {
    if let Some(Value::Array(values)) = schema.get("enum")
        && !values.contains(value)
    {
        problems.add(path, format!("{value} is none of the enum's values"));
    }
    if !within_bounds(value, schema) {
        problems.add(path, format!("{value} is out of the field's bounds"));
    }
    let step = schema.get("multipleOf").and_then(Value::as_f64);
    if let (Some(step), Some(number)) = (step, value.as_f64())
        && (number / step).fract() != 0.0
    {
        problems.add(path, format!("{value} is no multiple of {step}"));
    }
    for keyword in ["allOf", "anyOf", "oneOf", "not"] {
        if !fits(value, schema, keyword) {
            problems.add(path, format!("{value} does not keep what `{keyword}` says"));
        }
    }
}

fn within_bounds(value: &Value, schema: &Map) -> bool {
    let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
    let (size, least, most) = match value {
        Value::Number(number) => (number.as_f64().unwrap_or_default(), "minimum", "maximum"),
        Value::String(text) => (text.chars().count() as f64, "minLength", "maxLength"),
        Value::Array(list) => (list.len() as f64, "minItems", "maxItems"),
        Value::Object(object) => (object.len() as f64, "minProperties", "maxProperties"),
        Value::Null | Value::Bool(_) => return true,
    };
    let strict = |key| value.is_number() && schema.get(key) == Some(&Value::Bool(true));
    let low = limit(least).is_some_and(|limit| size < limit || (size == limit && strict("exclusiveMinimum")));
    let high = limit(most).is_some_and(|limit| size > limit || (size == limit && strict("exclusiveMaximum")));
    let narrow = value.is_number()
        && schema.get("format").is_some_and(|format| format == "int32")
        && !(f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&size);
    !(low || high || narrow)
}

fn fits(value: &Value, schema: &Map, keyword: &str) -> bool {
    match schema.get(keyword) {
        Some(Value::Array(branches)) => {
            let branches: Vec<&Map> = branches.iter().filter_map(Value::as_object).collect();
            let held = branches.iter().filter(|branch| holds(value, branch)).count();
            match keyword {
                "allOf" => held == branches.len(),
                "anyOf" => held > 0,
                _ => held == 1,
            }
        }
        Some(Value::Object(denied)) => !holds(value, denied),
        _ => true,
    }
}

/// Whether a value keeps the conditions of a branch. Defaults in a default are not filled in before that is asked.
fn holds(value: &Value, branch: &Map) -> bool {
    let mut found = Problems::default();
    check(value, branch, "", &mut found);
    let below = |key: &str| branch.get(key).and_then(Value::as_object);
    let inside = match value {
        Value::Object(object) => {
            let mut required = branch.get("required").and_then(Value::as_array).into_iter().flatten();
            let mut fields = below("properties").into_iter().flatten();
            required.all(|name| name.as_str().is_some_and(|name| object.contains_key(name)))
                && fields.all(|(name, field)| match (object.get(name), field.as_object()) {
                    (Some(value), Some(field)) => holds(value, field),
                    _ => true,
                })
        }
        Value::Array(list) => below("items").is_none_or(|items| list.iter().all(|item| holds(item, items))),
        _ => true,
    };
    found.0.is_empty() && inside
}
