//! One node, rewritten bottom-up.

use serde_json::{Value, json};

use super::{INT_OR_STRING, Map, PRESERVE, default, keywords::keywords, merge::absorb, union::union};

/// A structural node, and whether JSON's null stands for one of its values.
pub(super) struct Node {
    pub(super) map: Map,
    pub(super) null: bool,
}

/// Rewrites a schema without references. `inherited` is the type that the surrounding schema already says.
pub(super) fn node(schema: Value, inherited: Option<&str>) -> Node {
    let mut object = match schema {
        Value::Object(object) => object,
        Value::Bool(false) => return Node { map: never(), null: false },
        _ => Map::new(),
    };
    let all_of = take(&mut object, "allOf");
    let unions = ["oneOf", "anyOf"].map(|keyword| (keyword, take(&mut object, keyword)));
    let free = all_of.is_empty() && unions.iter().all(|(_, branches)| branches.is_empty());

    let Node { mut map, mut null } = keywords(object);
    let own_type = type_of(&map).or(inherited).map(str::to_owned);
    let untyped = !is_typed(&map) && !null;
    for schema in all_of {
        let part = node(schema, own_type.as_deref());
        null |= untyped && part.null;
        absorb(&mut map, part.map);
    }
    for (keyword, branches) in unions {
        if branches.is_empty() {
            continue;
        }
        let part = union(branches, keyword, own_type.as_deref());
        null |= untyped && part.null;
        absorb(&mut map, part.map);
    }
    if !is_typed(&map) {
        match inherited {
            Some(inherited) => drop(map.insert("type".to_owned(), inherited.into())),
            None => {
                // Whatever accepts anything accepts null.
                null |= free;
                map.insert(PRESERVE.to_owned(), true.into());
            }
        }
    }
    tidy(&mut map);
    Node { map, null }
}

/// A field of an object.
///
/// The server drops a null where `nullable` is not said, then fills in the default, then asks whether the field
/// is required. So null needs saying only where one of the two would turn it into something else.
pub(super) fn property(schema: Value, required: bool) -> Map {
    let Node { mut map, null } = node(schema, None);
    if map.get("default").is_some_and(Value::is_null) {
        map.remove("default");
    }
    if null && (required || map.contains_key("default")) {
        allow_null(&mut map);
    }
    default::fit_own(&mut map);
    map
}

/// An item of a list or a value of a map, where the server refuses or drops a null that is not allowed.
pub(super) fn element(schema: Value) -> Map {
    let Node { mut map, null } = node(schema, None);
    if null {
        allow_null(&mut map);
    }
    map
}

/// Whether it says what values it takes.
pub(super) fn is_typed(map: &Map) -> bool {
    ["type", INT_OR_STRING, PRESERVE].iter().any(|key| map.contains_key(*key))
}

/// The type, where there is exactly one.
pub(super) fn type_of(map: &Map) -> Option<&str> {
    map.get("type").and_then(Value::as_str)
}

/// A node that only null satisfies.
pub(super) fn only_null() -> Map {
    let mut map = never();
    map.insert("nullable".to_owned(), true.into());
    map
}

/// Properties and free keys exclude each other in a CRD; both become "keep what is not named".
pub(super) fn tidy(map: &mut Map) {
    let named = map.get("properties").and_then(Value::as_object).is_some_and(|named| !named.is_empty());
    if !named {
        map.remove("properties");
    } else if map.remove("additionalProperties").is_some() {
        map.insert(PRESERVE.to_owned(), true.into());
    }
}

/// The server holds a null against `enum` and finds it nowhere, even where the enum lists it; it does not hold it
/// against `allOf`. So that is where the values go.
fn allow_null(map: &mut Map) {
    map.insert("nullable".to_owned(), true.into());
    if let Some(values) = map.remove("enum") {
        absorb(map, Map::from_iter([("allOf".to_owned(), json!([{ "enum": values }]))]));
    }
}

/// A node that nothing satisfies: an enum without variants.
fn never() -> Map {
    Map::from_iter([(PRESERVE.to_owned(), true.into()), ("not".to_owned(), json!({}))])
}

fn take(object: &mut Map, keyword: &str) -> Vec<Value> {
    match object.remove(keyword) {
        Some(Value::Array(branches)) => branches,
        _ => Vec::new(),
    }
}
