//! Fields that keep the value with which their object was created.
//!
//! A rule on the field itself compares two values, and the server runs it only if there are two. So a field that may
//! be absent could be removed in one request and come back with another value in the next: a second rule stands at
//! the next node above that is always there. It says that the field, and whatever it stands in, stays there, or
//! stays away.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Map, VALIDATIONS, for_each_child};

/// Marks an immutable field. Ours, and gone before anybody sees the schema.
pub(super) const IMMUTABLE: &str = "x-kubewright-immutable";

/// A step from a node down to a field.
#[derive(Clone)]
struct Step {
    name: String,
    /// A null that is allowed counts as absent: so the server's CEL sees it.
    may_be_absent: bool,
}

/// Makes rules of the marks, below a node that is always there if its object is.
pub(super) fn rules(map: &mut Map) {
    let mut paths = Vec::new();
    below(map, &[], &mut paths);
    let mut known = BTreeSet::new();
    for path in paths {
        // The rule stands below everything that is always there.
        let always = path.iter().position(|step| step.may_be_absent).unwrap_or(path.len());
        let (above, path) = path.split_at(always);
        let rule = format!("{} == {}", presence(path, "self"), presence(path, "oldSelf"));
        let above: Vec<String> = above.iter().map(|step| step.name.clone()).collect();
        if let Some(node) = find(map, &above)
            && known.insert((above, rule.clone()))
        {
            add(node, &rule, &format!("{} is immutable: it can't be set or removed later", written(path)));
        }
    }
    anchors(map);
}

fn find<'a>(map: &'a mut Map, path: &[String]) -> Option<&'a mut Map> {
    path.iter().try_fold(map, |map, name| map.get_mut("properties")?.get_mut(name)?.as_object_mut())
}

/// Takes the marks away.
pub(super) fn forget(map: &mut Map) {
    map.remove(IMMUTABLE);
    for_each_child(map, &mut forget);
}

/// Each item and each value of a map is compared with what it was on its own, for as long as it is there.
fn anchors(map: &mut Map) {
    for key in ["items", "additionalProperties"] {
        if let Some(Value::Object(child)) = map.get_mut(key) {
            if child.remove(IMMUTABLE).is_some() {
                add_field_rule(child);
            }
            rules(child);
        }
    }
    if let Some(Value::Object(fields)) = map.get_mut("properties") {
        fields.values_mut().filter_map(Value::as_object_mut).for_each(anchors);
    }
}

/// Finds immutable fields below a node, and the way to each that may be absent.
fn below(map: &mut Map, above: &[Step], paths: &mut Vec<Vec<Step>>) {
    let required: Vec<String> = match map.get("required").and_then(Value::as_array) {
        Some(names) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => Vec::new(),
    };
    let Some(Value::Object(fields)) = map.get_mut("properties") else { return };
    for (name, field) in fields {
        let Value::Object(field) = field else { continue };
        let nullable = field.get("nullable") == Some(&Value::Bool(true));
        let step = Step {
            name: name.clone(),
            may_be_absent: nullable || !required.contains(name) && !field.contains_key("default"),
        };
        let path: Vec<Step> = above.iter().cloned().chain([step]).collect();
        if field.remove(IMMUTABLE).is_some() {
            add_field_rule(field);
            if path.iter().any(|step| step.may_be_absent) {
                paths.push(path.clone());
            }
        }
        below(field, &path, paths);
    }
}

fn add_field_rule(field: &mut Map) {
    add(field, "self == oldSelf", "field is immutable");
}

fn add(map: &mut Map, rule: &str, message: &str) {
    let rule = json!({ "rule": rule, "message": message });
    match map.get_mut(VALIDATIONS) {
        Some(Value::Array(rules)) => rules.push(rule),
        _ => drop(map.insert(VALIDATIONS.to_owned(), json!([rule]))),
    }
}

/// The condition that everything on the way that may be absent is there.
fn presence(path: &[Step], root: &str) -> String {
    let mut terms = Vec::new();
    let mut at = root.to_owned();
    for step in path {
        at = format!("{at}.{}", escaped(&step.name));
        if step.may_be_absent {
            terms.push(format!("has({at})"));
        }
    }
    match terms.as_slice() {
        [one] => one.clone(),
        all => format!("({})", all.join(" && ")),
    }
}

/// The way to the last of them, for people.
fn written(path: &[Step]) -> String {
    let last = path.iter().rposition(|step| step.may_be_absent).map_or(0, |last| last + 1);
    path[..last].iter().map(|step| step.name.as_str()).collect::<Vec<_>>().join(".")
}

/// A name as CEL can read it. What can't be escaped is refused by the macros.
fn escaped(name: &str) -> String {
    const RESERVED: &[&str] = &[
        "as",
        "break",
        "const",
        "continue",
        "else",
        "false",
        "for",
        "function",
        "if",
        "import",
        "in",
        "let",
        "loop",
        "namespace",
        "null",
        "package",
        "return",
        "true",
        "var",
        "void",
        "while",
    ];
    if RESERVED.contains(&name) {
        return format!("__{name}__");
    }
    name.replace("__", "__underscores__")
        .replace('.', "__dot__")
        .replace('-', "__dash__")
        .replace('/', "__slash__")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list that the macros' tests and those on an API server read, too.
    #[test]
    fn names_are_escaped_as_the_server_does_it() {
        let names = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cel/names.tsv");
        let names = std::fs::read_to_string(names).unwrap();
        let pairs: Vec<_> = names.lines().filter_map(|line| line.split_once('\t')).collect();
        assert!(pairs.len() > 30, "{}", pairs.len());
        for (wire, name) in pairs {
            assert_eq!(escaped(wire), name);
        }
    }
}
