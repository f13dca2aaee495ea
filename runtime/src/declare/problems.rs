//! What the API server would refuse in a CRD, or accept and serve wrongly, found without a server.
//!
//! This is the structural part of the server's own checks. Types and costs of CEL rules need the server.

mod conditions;
mod selectable;
mod structural;
mod value;

use std::fmt;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::{
    CustomResourceDefinition, CustomResourceDefinitionVersion,
};
use serde_json::Value;

use super::{
    path::Path,
    schema::{Map, PRESERVE},
};

/// 2^63, the first number beyond an `int64`.
const I64_RANGE: f64 = 9_223_372_036_854_775_808.0;

/// Something wrong with a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, as a path into the object or the CRD, such as `.spec.replicas`.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// All problems of a CRD; none is what every CRD of [`crd`](super::crd()) should have.
pub fn problems(crd: &CustomResourceDefinition) -> Vec<Problem> {
    let mut problems = Problems::default();
    names(crd, &mut problems);
    let storage = crd.spec.versions.iter().filter(|version| version.storage).count();
    if storage != 1 {
        problems.add("spec.versions", format!("{storage} storage versions, there must be one"));
    }
    for version in &crd.spec.versions {
        self::version(version, &mut problems);
    }
    problems.0
}

#[derive(Default)]
struct Problems(Vec<Problem>);

impl Problems {
    fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        let path = path.into();
        self.0.push(Problem {
            path: if path.is_empty() { ".".to_owned() } else { path },
            message: message.into(),
        });
    }
}

fn names(crd: &CustomResourceDefinition, problems: &mut Problems) {
    let spec = &crd.spec;
    let wanted = format!("{}.{}", spec.names.plural, spec.group);
    if crd.metadata.name.as_ref() != Some(&wanted) {
        problems.add("metadata.name", format!("must be `{wanted}`"));
    }
    if !spec.group.contains('.') || !spec.group.split('.').all(label) {
        problems.add("spec.group", format!("`{}` is no domain name", spec.group));
    }
    let singular = spec.names.singular.iter();
    let all = [&spec.names.plural].into_iter().chain(singular).chain(spec.names.short_names.iter().flatten());
    for name in all.chain(spec.names.categories.iter().flatten()) {
        if !label(name) {
            problems.add("spec.names", format!("`{name}` is no DNS label"));
        }
    }
    for kind in [Some(&spec.names.kind), spec.names.list_kind.as_ref()].into_iter().flatten() {
        if !label(&kind.to_ascii_lowercase()) {
            problems.add("spec.names", format!("`{kind}` is no DNS label in lower case"));
        }
    }
}

fn version(version: &CustomResourceDefinitionVersion, problems: &mut Problems) {
    let schema = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_ref());
    let Some(Value::Object(schema)) = schema.and_then(|schema| serde_json::to_value(schema).ok()) else {
        problems.add(format!("spec.versions[{}]", version.name), "no schema");
        return;
    };
    structural::root(&schema, problems);

    let scale = version.subresources.as_ref().and_then(|subresources| subresources.scale.as_ref());
    if let Some(scale) = scale {
        let selector = scale.label_selector_path.as_ref();
        let fields = [("spec", Some(&scale.spec_replicas_path), "integer")].into_iter().chain([
            ("status", Some(&scale.status_replicas_path), "integer"),
            ("status", selector, "string"),
        ]);
        for (part, path, type_) in fields.filter_map(|(part, path, type_)| Some((part, path?, type_))) {
            scale_field(&schema, part, path, type_, problems);
        }
    }
    selectable::check(version, &schema, problems);
    for column in version.additional_printer_columns.iter().flatten() {
        // A filter picks list items, which a walk along names can't follow.
        if column.json_path.contains('?') || column.json_path.starts_with(".metadata.") {
            continue;
        }
        if find(&schema, &Path::parse(&column.json_path)).is_none() {
            problems.add(
                column.json_path.as_str(),
                format!("column `{}` shows a field that is not there", column.name),
            );
        }
    }
}

/// What the scale subresource reads must be there, and be of the type that autoscalers expect.
fn scale_field(schema: &Map, part: &str, path: &str, type_: &str, problems: &mut Problems) {
    let parsed = Path::parse(path);
    if parsed.part() != Some(part) || path.contains(['[', '\\']) {
        problems.add(path, format!("the scale subresource takes a plain path under .{part}"));
    }
    let Some(field) = find(schema, &parsed) else {
        problems.add(path, "the scale subresource names a field that is not there");
        return;
    };
    if field.get("type").and_then(Value::as_str) != Some(type_) {
        problems.add(path, format!("the scale subresource needs {type_}"));
    }
    if part == "spec" && !field.contains_key("default") && !required(schema, &parsed) {
        problems.add(path, "scaling fails where the field is absent: give it a default");
    }
}

fn required(schema: &Map, path: &Path) -> bool {
    let Some((parent, name)) = path.split_last() else { return false };
    find(schema, &parent)
        .and_then(|parent| parent.get("required")?.as_array())
        .is_some_and(|names| names.iter().any(|required| required.as_str() == Some(name)))
}

/// The schema at a path; a node that keeps unknown fields stands for all below it.
fn find<'a>(root: &'a Map, path: &Path) -> Option<&'a Map> {
    let part = root.get("properties")?.get(path.part()?)?.as_object()?;
    path.schema(part).or_else(|| {
        let mut above = path.clone();
        while let Some((parent, _)) = above.split_last() {
            if let Some(found) = parent.schema(part) {
                return found.contains_key(PRESERVE).then_some(found);
            }
            above = parent;
        }
        None
    })
}

fn label(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty()
        && text.len() <= 63
        && text.chars().all(inner)
        && !text.starts_with('-')
        && !text.ends_with('-')
}
