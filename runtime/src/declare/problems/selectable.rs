//! The fields that objects can be selected by.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinitionVersion;
use serde_json::Value;

use super::{
    super::{path::Path, schema::Map},
    Problems, find,
};

/// More are refused.
const MOST: usize = 8;

pub(super) fn check(version: &CustomResourceDefinitionVersion, schema: &Map, problems: &mut Problems) {
    let fields = version.selectable_fields.as_deref().unwrap_or_default();
    if fields.len() > MOST {
        let message = format!("{} selectable fields, at most {MOST} are allowed", fields.len());
        problems.add(format!("spec.versions[{}]", version.name), message);
    }
    for (i, field) in fields.iter().enumerate() {
        let path = field.json_path.as_str();
        if path.contains('[') {
            problems.add(path, "a selectable field has a plain path");
        }
        if fields[..i].contains(field) {
            problems.add(path, "a field is selectable once");
        }
        let type_ = find(schema, &Path::parse(path)).map(|field| field.get("type").and_then(Value::as_str));
        match type_ {
            None => problems.add(path, "a selectable field is not there"),
            Some(Some("string" | "integer" | "boolean")) => {}
            Some(_) => problems.add(path, "a selectable field is a string, an integer or a boolean"),
        }
    }
}
