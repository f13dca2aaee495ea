//! The rules for structural schemas.

use serde_json::Value;

use super::{
    super::schema::{INT_OR_STRING, LIST_MAP_KEYS, LIST_TYPE, Map, PRESERVE, VALIDATIONS},
    I64_RANGE, Problems, value,
};

/// Types that a node may have.
const TYPES: &[&str] = &["array", "boolean", "integer", "number", "object", "string"];

/// What no schema of a CRD may say at all.
const NOWHERE: &[&str] =
    &["$ref", "definitions", "dependencies", "id", "$schema", "additionalItems", "patternProperties"];

/// What a branch of `oneOf` and its kin may not say.
const NOT_IN_BRANCHES: &[&str] =
    &["type", "description", "title", "default", "additionalProperties", "nullable"];

pub(super) fn root(schema: &Map, problems: &mut Problems) {
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        problems.add("", "the root must be an object");
    }
    node(schema, "", true, problems);
}

/// `comparable` says whether the server finds the node in the stored object, so that rules can compare with it.
fn node(map: &Map, path: &str, comparable: bool, problems: &mut Problems) {
    common(map, path, problems);
    if map.contains_key(VALIDATIONS) && !map.contains_key("type") && !map.contains_key(INT_OR_STRING) {
        problems.add(path, "a rule stands at a node without a type, which no rule can see");
    }
    if !comparable && compares(map) {
        problems.add(path, "a rule compares with `oldSelf`, and items of a list without keys have none");
    }
    let type_ = map.get("type").and_then(Value::as_str);
    let (mixed, open) = (map.contains_key(INT_OR_STRING), map.contains_key(PRESERVE));
    match type_ {
        Some(_) if mixed => problems.add(path, "an int-or-string can't have a type too"),
        Some(type_) if !TYPES.contains(&type_) => problems.add(path, format!("unknown type `{type_}`")),
        None if !mixed && !open => problems.add(path, "no type"),
        _ => {}
    }
    if open && type_.is_some_and(|type_| type_ != "object") {
        problems.add(path, "only objects can keep unknown fields");
    }
    if map.contains_key("properties") && map.contains_key("additionalProperties") {
        problems.add(path, "properties and additionalProperties exclude each other");
    }
    for (name, child) in object(map, "properties") {
        if let Value::Object(child) = child {
            node(child, &format!("{path}.{name}"), comparable, problems);
        }
    }
    if let Some(Value::Object(values)) = map.get("additionalProperties") {
        node(values, &format!("{path}.*"), comparable, problems);
    }
    for key in ["minimum", "maximum"] {
        // Such as the largest `u64`: the server accepts the CRD and then refuses every value.
        let whole = |limit: f64| limit.fract() == 0.0 && limit.abs() < I64_RANGE;
        if type_ == Some("integer") && map.get(key).and_then(Value::as_f64).is_some_and(|limit| !whole(limit))
        {
            problems.add(path, format!("the {key} of an integer must be an integer of 64 bits"));
        }
    }
    let items = map.get("items").and_then(Value::as_object);
    match items {
        Some(items) => {
            let keyed = map.get(LIST_TYPE).is_some_and(|kind| kind == "map");
            node(items, &format!("{path}[]"), comparable && keyed, problems);
        }
        None if type_ == Some("array") => problems.add(path, "no items"),
        None => {}
    }
    list(map, items, path, problems);
    for name in strings(map, "required") {
        if !open && !object(map, "properties").any(|(known, _)| known == name) {
            problems.add(path, format!("`{name}` is required and would be pruned"));
        }
    }
    if let Some(default) = map.get("default") {
        value::check(default, map, &format!("{path}=default"), problems);
    }
    branches(map, map, path, problems);
}

/// `oneOf` and its kin: conditions only, about fields that `base` spells out.
fn branches(map: &Map, base: &Map, path: &str, problems: &mut Problems) {
    for keyword in ["allOf", "anyOf", "oneOf", "not"] {
        let branches = match map.get(keyword) {
            Some(Value::Array(branches)) => branches.iter().collect(),
            Some(branch) => vec![branch],
            None => Vec::new(),
        };
        for branch in branches.into_iter().filter_map(Value::as_object) {
            self::branch(branch, base, &format!("{path}<{keyword}>"), problems);
        }
    }
}

fn branch(map: &Map, base: &Map, path: &str, problems: &mut Problems) {
    common(map, path, problems);
    for key in map.keys() {
        if NOT_IN_BRANCHES.contains(&key.as_str()) || key.starts_with("x-kubernetes-") {
            problems.add(path, format!("`{key}` can't stand here"));
        }
    }
    for (name, child) in object(map, "properties") {
        let known = object(base, "properties").find(|(known, _)| *known == name);
        match (child, known) {
            (Value::Object(child), Some((_, Value::Object(base)))) => {
                branch(child, base, &format!("{path}.{name}"), problems);
            }
            _ => problems.add(path, format!("`{name}` is not spelt out by the node itself")),
        }
    }
    match (map.get("items"), base.get("items")) {
        (Some(Value::Object(child)), Some(Value::Object(base))) => {
            branch(child, base, &format!("{path}[]"), problems);
        }
        (Some(_), _) => problems.add(path, "items are not spelt out by the node itself"),
        (None, _) => {}
    }
    branches(map, base, path, problems);
}

fn common(map: &Map, path: &str, problems: &mut Problems) {
    for key in NOWHERE.iter().filter(|key| map.contains_key(**key)) {
        problems.add(path, format!("`{key}` is not allowed in a CRD"));
    }
    if map.get("uniqueItems") == Some(&Value::Bool(true)) {
        problems.add(path, "`uniqueItems` is not allowed in a CRD");
    }
}

/// Whether a rule of the node compares with the stored object.
fn compares(map: &Map) -> bool {
    let rules = map.get(VALIDATIONS).and_then(Value::as_array).into_iter().flatten();
    let mut rules = rules.filter_map(|rule| rule.get("rule")?.as_str());
    rules.any(|rule| rule.contains("oldSelf"))
}

fn list(map: &Map, items: Option<&Map>, path: &str, problems: &mut Problems) {
    let Some(items) = items else { return };
    let text = |map: &Map, key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
    let keys: Vec<&str> = strings(map, LIST_MAP_KEYS).collect();
    match text(map, LIST_TYPE).as_deref() {
        Some("set") => {
            let other = text(items, "type").map_or_else(
                || !items.contains_key(INT_OR_STRING),
                |kind| ["array", "object"].contains(&kind.as_str()),
            );
            // The server takes atomic objects and lists here, and then fails on server-side apply.
            if other || items.contains_key("nullable") {
                problems.add(path, "a set's items must be scalars and never null");
            }
        }
        Some("map") => {
            if keys.is_empty() {
                problems.add(path, "a list-map without keys");
            }
            for key in &keys {
                let field = object(items, "properties").find(|(name, _)| name == key).map(|(_, field)| field);
                let always = strings(items, "required").any(|name| name == *key);
                match field {
                    None => {
                        problems.add(path, format!("items have no field `{key}` to be the list-map's key"))
                    }
                    Some(field) if !always && field.get("default").is_none() => {
                        problems.add(path, format!("key `{key}` must be required or have a default"));
                    }
                    Some(field)
                        if matches!(field.get("type").and_then(Value::as_str), Some("object" | "array")) =>
                    {
                        problems.add(path, format!("key `{key}` must be a single value"));
                    }
                    Some(_) => {}
                }
            }
        }
        _ if !keys.is_empty() => problems.add(path, "only a list-map has keys"),
        _ => {}
    }
}

fn object<'a>(map: &'a Map, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    map.get(key).and_then(Value::as_object).into_iter().flatten()
}

fn strings<'a>(map: &'a Map, key: &str) -> impl Iterator<Item = &'a str> {
    map.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}
