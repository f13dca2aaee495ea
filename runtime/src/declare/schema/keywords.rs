//! The keywords of one node, apart from `oneOf` and its kin.

use serde_json::{Value, json};

use super::{
    INT_OR_STRING, LIST_TYPE, MAP_TYPE, Map, PRESERVE, RULES, UNORDERED, VALIDATIONS,
    merge::constraint,
    node::{Node, element, node, only_null, property, type_of},
    number,
};

/// Formats that the API server knows. It ignores others, so that they would promise what nobody checks.
/// `duration` is left out: the server means `1h`, while Rust's date libraries write ISO 8601's `PT1H`.
const STRING_FORMATS: &[&str] = &[
    "byte",
    "cidr",
    "date",
    "date-time",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "mac",
    "password",
    "uri",
    "uuid",
];

/// Rewrites all keywords that stand beside each other in one schema.
pub(super) fn keywords(mut object: Map) -> Node {
    let mut null = false;
    let types = types(&mut object, &mut null);
    let values = values(&mut object, &mut null);
    if types.is_empty() && values.as_ref().is_none_or(Vec::is_empty) && null {
        return Node { map: only_null(), null };
    }
    let mut map = Map::new();
    rules(&mut object);
    let required = required(&mut object);
    for (key, value) in object {
        keyword(&mut map, &key, value, &required);
    }
    if !required.is_empty() {
        map.insert("required".to_owned(), required.into());
    }
    if let Some(values) = values.filter(|values| !values.is_empty()) {
        map.insert("enum".to_owned(), values.into());
    }
    set_type(&mut map, &types);
    if !null && map.get("nullable") == Some(&Value::Bool(true)) {
        null = true;
    }
    number::bound(&mut map);
    if type_of(&map) == Some("string")
        && map.get("format").and_then(Value::as_str).is_some_and(|format| !STRING_FORMATS.contains(&format))
    {
        map.remove("format");
    }
    if type_of(&map) == Some("array") {
        finish_list(&mut map);
    }
    Node { map, null }
}

/// Puts the rules of types, sorted by the types' names, to those that stand here already.
fn rules(object: &mut Map) {
    let mut keys: Vec<String> = object.keys().filter(|key| key.starts_with(RULES)).cloned().collect();
    keys.sort();
    for key in keys {
        let (Some(Value::Array(more)), own) =
            (object.remove(&key), object.entry(VALIDATIONS).or_insert_with(|| json!([])))
        else {
            continue;
        };
        if let Value::Array(own) = own {
            own.extend(more);
        }
    }
}

/// One keyword. What a CRD cannot say, or what has the wrong shape, is left out.
fn keyword(map: &mut Map, key: &str, value: Value, required: &[String]) {
    let value = match (key, value) {
        ("properties", Value::Object(children)) => {
            let children = children.into_iter().map(|(name, child)| {
                let child = property(child, required.contains(&name));
                (name, Value::Object(child))
            });
            Value::Object(children.collect())
        }
        // Closed or open makes no difference to a server that prunes; open has to be said.
        ("additionalProperties" | "unevaluatedProperties", Value::Bool(open)) => {
            if open {
                map.insert(PRESERVE.to_owned(), true.into());
            }
            return;
        }
        ("unevaluatedProperties", Value::Object(_)) => {
            map.insert(PRESERVE.to_owned(), true.into());
            return;
        }
        ("additionalProperties", schema @ Value::Object(_)) => {
            let values = element(schema);
            // A map of anything.
            if values.get(PRESERVE) == Some(&Value::Bool(true)) && !values.contains_key("type") {
                map.insert(PRESERVE.to_owned(), true.into());
                return;
            }
            Value::Object(values)
        }
        // Keys can't be constrained. One pattern is a map with such keys, as maps with integer keys are.
        ("patternProperties", Value::Object(patterns)) => {
            let mut patterns = patterns.into_iter();
            match (patterns.next(), patterns.next()) {
                (Some((_, values)), None) => keyword(map, "additionalProperties", values, required),
                _ => drop(map.insert(PRESERVE.to_owned(), true.into())),
            }
            return;
        }
        ("items", schema) => Value::Object(element(schema)),
        ("prefixItems", Value::Array(items)) => {
            // Positions can't be told apart: each item may be what any of them may.
            Value::Object(element(json!({ "anyOf": items })))
        }
        ("uniqueItems", Value::Bool(true)) => {
            map.insert(UNORDERED.to_owned(), true.into());
            return;
        }
        ("not", schema) => {
            let denied = node(schema, None).map;
            let not = constraint(&denied, &Map::new());
            // Half of a condition denied is another condition.
            if not.is_empty() || denied.contains_key("properties") || denied.contains_key("items") {
                return;
            }
            Value::Object(not)
        }
        // Numbers since JSON Schema's draft 6, flags in a CRD.
        ("exclusiveMinimum" | "exclusiveMaximum", limit @ Value::Number(_)) => {
            let plain = if key == "exclusiveMinimum" { "minimum" } else { "maximum" };
            map.insert(plain.to_owned(), limit);
            Value::Bool(true)
        }
        (_, value) if fits(key, &value) => value,
        _ => return,
    };
    let name = if key == "prefixItems" { "items" } else { key };
    map.insert(name.to_owned(), value);
}

/// Whether a CRD knows this keyword with this kind of value.
fn fits(key: &str, value: &Value) -> bool {
    match key {
        "description" | "title" | "format" | "pattern" | LIST_TYPE | MAP_TYPE => {
            value.as_str().is_some_and(|text| !text.is_empty())
        }
        "minimum" | "maximum" | "multipleOf" => value.is_number(),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            value.is_u64()
        }
        "exclusiveMinimum"
        | "exclusiveMaximum"
        | "nullable"
        | "x-kubernetes-embedded-resource"
        | INT_OR_STRING
        | super::OPEN
        | super::immutable::IMMUTABLE
        | PRESERVE => value == &Value::Bool(true),
        super::LIST_MAP_KEYS | VALIDATIONS => value.as_array().is_some_and(|list| !list.is_empty()),
        "default" | super::VARIANTS => true,
        _ => false,
    }
}

/// The types that are said or follow from another keyword, without null.
fn types(object: &mut Map, null: &mut bool) -> Vec<String> {
    let mut types: Vec<String> = match object.remove("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ if object.contains_key("properties") || object.contains_key("additionalProperties") => {
            vec!["object".to_owned()]
        }
        _ if object.contains_key("items") || object.contains_key("prefixItems") => vec!["array".to_owned()],
        _ => Vec::new(),
    };
    let before = types.len();
    types.retain(|name| name != "null");
    *null |= types.len() < before;
    types
}

/// The values of an enum or constant, without null.
fn values(object: &mut Map, null: &mut bool) -> Option<Vec<Value>> {
    let mut values = match (object.remove("const"), object.remove("enum")) {
        (Some(value), _) => vec![value],
        (None, Some(Value::Array(values))) => values,
        _ => return None,
    };
    let before = values.len();
    values.retain(|value| !value.is_null());
    *null |= values.len() < before;
    Some(values)
}

fn required(object: &mut Map) -> Vec<String> {
    let Some(Value::Array(names)) = object.remove("required") else { return Vec::new() };
    let mut names: Vec<String> = names.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

/// Chooses the one type that a node may have.
fn set_type(map: &mut Map, types: &[String]) {
    if map.contains_key(INT_OR_STRING) {
        map.remove("format");
        return;
    }
    let mut types: Vec<&str> = types.iter().map(String::as_str).collect();
    if types.is_empty() {
        types = map.get("enum").and_then(Value::as_array).into_iter().flatten().map(type_of_value).collect();
    }
    types.sort_unstable();
    types.dedup();
    match types.as_slice() {
        [] => {}
        [one] => drop(map.insert("type".to_owned(), (*one).into())),
        ["integer", "number"] => drop(map.insert("type".to_owned(), "number".into())),
        ["integer", "string"] => drop(map.insert(INT_OR_STRING.to_owned(), true.into())),
        _ => drop(map.insert(PRESERVE.to_owned(), true.into())),
    }
}

fn type_of_value(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::Array(_) => "array",
        _ => "object",
    }
}

/// Every list says what its items are, and a Rust set of scalars is a set. The server takes a CRD with other sets, and
/// then fails every server-side apply to an object that has one, its status included. So those are plain lists.
fn finish_list(map: &mut Map) {
    let items = map.entry("items").or_insert_with(|| json!({ PRESERVE: true, "nullable": true }));
    if items.as_object().is_some_and(is_scalar) && map.contains_key(UNORDERED) {
        map.entry(LIST_TYPE).or_insert("set".into());
    }
}

fn is_scalar(items: &Map) -> bool {
    let plain = type_of(items).is_some_and(|name| !["array", "object"].contains(&name));
    (plain || items.contains_key(INT_OR_STRING)) && !items.contains_key("nullable")
}
