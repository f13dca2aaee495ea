//! `oneOf` and `anyOf`: how schemars writes enums.
//!
//! A CRD wants every field on the node itself, and only conditions in the branches:
//!
//! ```text
//! oneOf:                                   properties: { a: {..}, b: {..} }
//! - properties: { a: {..} }         =>     oneOf:
//!   required: [a]                          - required: [a]
//! - properties: { b: {..} }                - required: [b]
//!   required: [b]
//! ```

use serde_json::{Value, json};

use super::{
    INT_OR_STRING, Map, VARIANTS,
    merge::{constraint, general},
    node::{Node, node, only_null, type_of},
};

/// The structural node of a union.
pub(super) fn union(branches: Vec<Value>, keyword: &str, inherited: Option<&str>) -> Node {
    let mut null = false;
    let mut nodes = Vec::new();
    for branch in branches {
        if branch == Value::Bool(false) {
            continue;
        }
        let branch = node(branch, inherited);
        null |= branch.null;
        if branch.map != only_null() {
            nodes.push(branch.map);
        }
    }
    let map = match nodes.len() {
        0 => only_null(),
        1 => nodes.remove(0),
        _ => values(&nodes).unwrap_or_else(|| fields(nodes, keyword)),
    };
    Node { map, null }
}

/// Unit variants: one flat list, whatever their doc comments made of them.
fn values(nodes: &[Map]) -> Option<Map> {
    let mut values: Vec<Value> = Vec::new();
    let mut documented = Vec::new();
    let kind = type_of(nodes.first()?)?;
    for node in nodes {
        if type_of(node) != Some(kind) {
            return None;
        }
        let own = node.get("enum")?.as_array()?;
        if let (Some(text), [value]) = (node.get("description"), own.as_slice()) {
            documented.push(json!([value, text]));
        }
        documented.extend(node.get(VARIANTS).and_then(Value::as_array).into_iter().flatten().cloned());
        for value in own {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
    }
    let mut map = Map::from_iter([("type".to_owned(), kind.into()), ("enum".to_owned(), values.into())]);
    if !documented.is_empty() {
        map.insert(VARIANTS.to_owned(), documented.into());
    }
    Some(map)
}

/// Variants with data: their fields move up, their conditions stay.
fn fields(mut nodes: Vec<Map>, keyword: &str) -> Map {
    nodes.iter_mut().for_each(describe_wrapped);
    let mut map = general(&nodes.iter().collect::<Vec<_>>(), true);
    // A variant's doc comment says nothing about the whole.
    map.remove("description");
    map.remove("title");
    describe_tag(&nodes, &mut map);
    if type_of(&map).is_none() || map.contains_key(INT_OR_STRING) {
        return map;
    }
    let mut branches: Vec<Map> = Vec::new();
    for node in &nodes {
        let demands = constraint(node, &map);
        if !branches.contains(&demands) {
            branches.push(demands);
        }
    }
    let shared = shared_required(&branches);
    for branch in &mut branches {
        if let Some(Value::Array(names)) = branch.get_mut("required") {
            names.retain(|name| !shared.contains(name));
            if names.is_empty() {
                branch.remove("required");
            }
        }
    }
    if !shared.is_empty() {
        map.insert("required".to_owned(), shared.into());
    }
    // A branch without conditions always holds.
    if branches.len() > 1 && !branches.iter().any(Map::is_empty) {
        map.insert(keyword.to_owned(), branches.into_iter().map(Value::Object).collect());
    }
    map
}

/// `{ properties: { a }, required: [a] }`: the variant's doc comment belongs to its only field.
fn describe_wrapped(node: &mut Map) {
    let Some(text) = node.get("description").cloned() else { return };
    let required = node.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(fields)) = node.get_mut("properties")
        && fields.len() == 1
        && let Some((name, Value::Object(field))) = fields.iter_mut().next()
        && required == [json!(name)]
        && !field.contains_key("enum")
    {
        field.entry("description").or_insert(text);
    }
}

/// The variants' doc comments belong to the field that tells the variants apart.
fn describe_tag(nodes: &[Map], map: &mut Map) {
    let Some(Value::Object(fields)) = map.get_mut("properties") else { return };
    for (name, field) in fields {
        let documented: Option<Vec<Option<Value>>> = nodes
            .iter()
            .map(|node| match node.get("properties")?.get(name)?.get("enum")?.as_array()?.as_slice() {
                [value] => Some(node.get("description").map(|text| json!([value, text]))),
                _ => None,
            })
            .collect();
        let documented: Vec<Value> = documented.into_iter().flatten().flatten().collect();
        if let (false, Some(field)) = (documented.is_empty(), field.as_object_mut()) {
            field.insert(VARIANTS.to_owned(), documented.into());
            return;
        }
    }
}

fn shared_required(branches: &[Map]) -> Vec<Value> {
    let names = |branch: &Map| branch.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some((first, rest)) = branches.split_first() else { return Vec::new() };
    let mut shared = names(first);
    for branch in rest {
        let other = names(branch);
        shared.retain(|name| other.contains(name));
    }
    shared
}
