//! What the facts about fields make of a CRD: printer columns, selectable fields and the scale subresource.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::{
    CustomResourceColumnDefinition, CustomResourceSubresourceScale, SelectableField,
};

use super::{
    facts::Fact,
    path::Path,
    schema::{INT_OR_STRING, Map},
};

/// A part of an object with its facts and its schema: `spec` or `status`.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) name: &'static str,
    pub(super) facts: &'static [Fact],
    pub(super) schema: &'a Map,
}

/// The columns: those of the spec, those of the status, then `Ready` where there are conditions, then `Age`.
/// A column of the user's takes the place of one of ours with the same name.
pub(super) fn columns(parts: &[Part<'_>], conditions: Option<&str>) -> Vec<CustomResourceColumnDefinition> {
    let mut columns = Vec::new();
    for part in parts {
        visit(part, &mut |path, fact| {
            if let Fact::Column { name, priority, description, .. } = fact {
                columns.push(CustomResourceColumnDefinition {
                    name: (*name).to_owned(),
                    json_path: path.json_path(),
                    type_: column_type(path.schema(part.schema)).to_owned(),
                    // The server drops a zero, and what is sent should be what is read back.
                    priority: Some(*priority).filter(|priority| *priority != 0),
                    description: Some((*description).to_owned()).filter(|text| !text.is_empty()),
                    format: None,
                });
            }
        });
    }
    let ready = conditions.map(|field| {
        let path = Path::new("status").join(&format!(".{field}"), None).json_path();
        ("Ready", format!("{path}[?(@.type==\"Ready\")].status"), "string")
    });
    let age = ("Age", ".metadata.creationTimestamp".to_owned(), "date");
    for (name, json_path, type_) in ready.into_iter().chain([age]) {
        if !columns.iter().any(|column| column.name.eq_ignore_ascii_case(name)) {
            columns.push(CustomResourceColumnDefinition {
                name: name.to_owned(),
                json_path,
                type_: type_.to_owned(),
                ..Default::default()
            });
        }
    }
    columns
}

/// The scale subresource, if the spec and the status both have their field for it.
pub(super) fn scale(parts: &[Part<'_>]) -> Option<CustomResourceSubresourceScale> {
    let (mut wanted, mut current, mut selector) = (None, None, None);
    for part in parts {
        visit(part, &mut |path, fact| match (fact, part.name) {
            (Fact::Scale { .. }, "spec") => wanted = Some(path.json_path()),
            (Fact::Scale { .. }, _) => current = Some(path.json_path()),
            (Fact::ScaleSelector { .. }, _) => selector = Some(path.json_path()),
            _ => {}
        });
    }
    Some(CustomResourceSubresourceScale {
        spec_replicas_path: wanted?,
        status_replicas_path: current?,
        label_selector_path: selector,
    })
}

/// The fields that objects can be selected by.
pub(super) fn selectable(parts: &[Part<'_>]) -> Option<Vec<SelectableField>> {
    let mut fields = Vec::new();
    for part in parts {
        visit(part, &mut |path, fact| {
            if let Fact::Selectable { .. } = fact {
                fields.push(SelectableField { json_path: path.json_path() });
            }
        });
    }
    Some(fields).filter(|fields| !fields.is_empty())
}

/// Visits every fact of a part with its whole path.
fn visit(part: &Part<'_>, visitor: &mut impl FnMut(&Path, &Fact)) {
    fn walk(facts: &[Fact], at: &Path, schema: &Map, visitor: &mut impl FnMut(&Path, &Fact)) {
        for fact in facts {
            match fact {
                Fact::Nested { path, facts } => walk(facts, &at.join(path, Some(schema)), schema, visitor),
                Fact::Boxed { path, facts } => {
                    let at = at.join(path, Some(schema));
                    // A type inside itself has no fields in the schema, and there the way ends.
                    if at.schema(schema).is_some_and(|node| node.contains_key("properties")) {
                        walk(facts(), &at, schema, visitor);
                    }
                }
                Fact::Column { path, .. }
                | Fact::Scale { path }
                | Fact::ScaleSelector { path }
                | Fact::Selectable { path } => {
                    visitor(&at.join(path, Some(schema)), fact);
                }
            }
        }
    }
    walk(part.facts, &Path::new(part.name), part.schema, visitor);
}

/// A column's type as kubectl understands it. Lists, objects and what has no type are printed as JSON.
fn column_type(schema: Option<&Map>) -> &'static str {
    let text = |key| schema.and_then(|schema| schema.get(key)).and_then(serde_json::Value::as_str);
    if schema.is_some_and(|schema| schema.contains_key(INT_OR_STRING)) {
        return "string";
    }
    match (text("type"), text("format")) {
        (Some("integer"), _) => "integer",
        (Some("number"), _) => "number",
        (Some("boolean"), _) => "boolean",
        (Some("string"), Some("date-time")) => "date",
        _ => "string",
    }
}
