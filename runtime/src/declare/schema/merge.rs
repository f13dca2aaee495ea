//! Nodes put together: one that says all that two say, one that accepts all that several accept.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    INT_OR_STRING, Map, OPEN, PRESERVE, VALIDATIONS, VARIANTS,
    immutable::IMMUTABLE,
    node::{is_typed, tidy, type_of},
};

/// Adds to a node what another says about the same value. What the node says about itself wins.
pub(super) fn absorb(into: &mut Map, from: Map) {
    let typed = is_typed(into);
    // Sorted, also where serde_json was built to keep another order: a CRD is the same in every build.
    for (key, value) in from.into_iter().collect::<BTreeMap<_, _>>() {
        let Some(own) = into.get_mut(&key) else {
            let settled = typed && matches!(key.as_str(), "type" | INT_OR_STRING);
            if !settled {
                into.insert(key, value);
            }
            continue;
        };
        match (key.as_str(), own, value) {
            (_, own, value) if *own == value => {}
            ("required", Value::Array(own), Value::Array(names)) => {
                own.extend(names);
                own.sort_by_cached_key(Value::to_string);
                own.dedup();
            }
            ("properties", Value::Object(own), Value::Object(children)) => {
                for (name, child) in children {
                    match (own.get_mut(&name).and_then(Value::as_object_mut), child) {
                        (Some(own), Value::Object(child)) => absorb(own, child),
                        (_, child) => drop(own.insert(name, child)),
                    }
                }
            }
            ("allOf" | VALIDATIONS, Value::Array(own), Value::Array(more)) => own.extend(more),
            ("minimum" | "minLength" | "minItems" | "minProperties", own, value)
                if value.as_f64() > own.as_f64() =>
            {
                *own = value;
            }
            ("maximum" | "maxLength" | "maxItems" | "maxProperties", own, value)
                if value.as_f64() < own.as_f64() =>
            {
                *own = value;
            }
            ("oneOf" | "anyOf" | "not" | "enum" | "pattern" | "format" | "multipleOf", _, value) => {
                let both = into.entry("allOf").or_insert_with(|| json!([]));
                if let Value::Array(both) = both {
                    both.push(json!({ key: value }));
                }
            }
            _ => {}
        }
    }
}

/// A node that accepts whatever one of the nodes accepts, without `oneOf`. `all` says whether these are all the
/// nodes that there could be: a default only holds if every one of them says it.
pub(super) fn general(nodes: &[&Map], all: bool) -> Map {
    let Some((first, rest)) = nodes.split_first() else { return Map::new() };
    if rest.iter().all(|other| other == first) {
        let mut only = (*first).clone();
        if !all {
            only.remove("default");
        }
        return only;
    }
    let mut out = common_type(nodes);
    if nodes.iter().any(|node| node.get("nullable") == Some(&Value::Bool(true))) {
        out.insert("nullable".to_owned(), true.into());
    }
    // What one variant says of a field holds for the field of this name in the others.
    for mark in [IMMUTABLE, OPEN] {
        if nodes.iter().any(|node| node.contains_key(mark)) {
            out.insert(mark.to_owned(), true.into());
        }
    }
    for key in ["description", "title"] {
        if let Some(text) = nodes.iter().find_map(|node| node.get(key)) {
            out.insert(key.to_owned(), text.clone());
        }
    }
    match type_of(&out) {
        None => return out,
        Some("object") => general_object(nodes, &mut out),
        Some("array") => {
            let items: Vec<&Map> = children(nodes, "items").collect();
            out.insert("items".to_owned(), Value::Object(general(&items, true)));
        }
        Some(_) => {}
    }
    if let Some(values) = all_values(nodes) {
        out.insert("enum".to_owned(), values.into());
    }
    for (key, value) in *first {
        let shared = rest.iter().all(|other| other.get(key) == Some(value));
        if shared && !out.contains_key(key) && (all || key != "default") {
            out.insert(key.clone(), value.clone());
        }
    }
    tidy(&mut out);
    out
}

/// What a node demands beyond `base`, in the form that `oneOf` and its kin may hold: no types, no descriptions,
/// no defaults, nothing about fields that `base` does not spell out.
pub(super) fn constraint(node: &Map, base: &Map) -> Map {
    let mut out = Map::new();
    if !base.is_empty() && type_of(base) != type_of(node) {
        // `base` accepts several types, and no condition can be tied to one of them.
        return out;
    }
    for (key, value) in node {
        match (key.as_str(), value) {
            ("type" | "description" | "title" | "default" | "nullable" | "additionalProperties", _) => {}
            (extension, _) if extension.starts_with("x-kube") => {}
            ("properties", Value::Object(children)) => {
                let known = base.get("properties").and_then(Value::as_object);
                let children: BTreeMap<String, Value> = children
                    .iter()
                    .filter_map(|(name, child)| {
                        let base = known?.get(name)?.as_object()?;
                        let demands = constraint(child.as_object()?, base);
                        (!demands.is_empty()).then(|| (name.clone(), Value::Object(demands)))
                    })
                    .collect();
                if !children.is_empty() {
                    out.insert(key.clone(), Value::Object(children.into_iter().collect()));
                }
            }
            ("items", Value::Object(items)) => {
                if let Some(base) = base.get("items").and_then(Value::as_object) {
                    let demands = constraint(items, base);
                    if !demands.is_empty() {
                        out.insert(key.clone(), Value::Object(demands));
                    }
                }
            }
            _ if base.get(key) == Some(value) => {}
            _ => drop(out.insert(key.clone(), value.clone())),
        }
    }
    out
}

fn common_type(nodes: &[&Map]) -> Map {
    let mut types: Vec<&str> =
        nodes
            .iter()
            .map(|node| {
                if node.contains_key(INT_OR_STRING) {
                    "int-or-string"
                } else {
                    type_of(node).unwrap_or("any")
                }
            })
            .collect();
    types.sort_unstable();
    types.dedup();
    let (key, value) = match types.as_slice() {
        ["any"] | [] => (PRESERVE, true.into()),
        ["int-or-string"] => (INT_OR_STRING, true.into()),
        [one] => ("type", Value::from(*one)),
        ["integer", "number"] => ("type", "number".into()),
        several if several.iter().all(|name| ["int-or-string", "integer", "string"].contains(name)) => {
            (INT_OR_STRING, true.into())
        }
        _ => (PRESERVE, true.into()),
    };
    Map::from_iter([(key.to_owned(), value)])
}

fn general_object(nodes: &[&Map], out: &mut Map) {
    let mut fields: BTreeMap<&String, Vec<&Map>> = BTreeMap::new();
    for node in nodes {
        for (name, field) in node.get("properties").and_then(Value::as_object).into_iter().flatten() {
            fields.entry(name).or_default().extend(field.as_object());
        }
    }
    let fields: Map = fields
        .into_iter()
        .map(|(name, found)| (name.clone(), Value::Object(general(&found, found.len() == nodes.len()))))
        .collect();
    let values: Vec<&Map> = children(nodes, "additionalProperties").collect();
    let open = nodes.iter().any(|node| node.contains_key(PRESERVE));
    if open || (!values.is_empty() && (values.len() < nodes.len() || !fields.is_empty())) {
        out.insert(PRESERVE.to_owned(), true.into());
    } else if !values.is_empty() {
        out.insert("additionalProperties".to_owned(), Value::Object(general(&values, true)));
    }
    if !fields.is_empty() {
        out.insert("properties".to_owned(), Value::Object(fields));
    }
    // Conditions that hold for some of the nodes only come back as branches of the union.
    for key in ["required", VARIANTS] {
        out.remove(key);
    }
}

/// The values of all nodes together, if each of them has a closed list.
fn all_values(nodes: &[&Map]) -> Option<Vec<Value>> {
    let mut all: Vec<Value> = Vec::new();
    for node in nodes {
        for value in node.get("enum")?.as_array()? {
            if !all.contains(value) {
                all.push(value.clone());
            }
        }
    }
    Some(all)
}

fn children<'a>(nodes: &[&'a Map], key: &'static str) -> impl Iterator<Item = &'a Map> {
    nodes.iter().filter_map(move |node| node.get(key).and_then(Value::as_object))
}
