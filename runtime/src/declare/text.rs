//! Manifests as text: what the commands `crd` and `rbac` print, and what stands in files.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use serde_json::{Value, json};

use super::manifest;

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One document for each object.
    Yaml,
    /// One object, or a `List` of several.
    Json,
}

/// Why objects can't be written. Never seen: they have a form in both languages.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// As JSON.
    #[error("writing an object as JSON")]
    Json(#[from] serde_json::Error),
    /// As YAML.
    #[error("writing an object as YAML")]
    Yaml(#[from] serde_saphyr::ser::Error),
}

/// The text of CRDs, with a line break at its end. The same CRDs always give the same bytes.
///
/// # Errors
/// None in practice, as [`TextError`] says.
pub fn text(crds: &[CustomResourceDefinition], format: Format) -> Result<String, TextError> {
    documents(&crds.iter().map(manifest).collect::<Result<Vec<_>, _>>()?, format)
}

/// The text of objects, with a line break at its end.
///
/// # Errors
/// None in practice, as [`TextError`] says.
pub fn documents(objects: &[Value], format: Format) -> Result<String, TextError> {
    Ok(match (format, objects) {
        (Format::Yaml, objects) => {
            let documents: Result<Vec<_>, _> = objects.iter().map(serde_saphyr::to_string).collect();
            documents?.join("---\n")
        }
        (Format::Json, [one]) => serde_json::to_string_pretty(one)? + "\n",
        (Format::Json, many) => {
            // By hand in this order, whatever serde_json was built with.
            let list = json!({ "apiVersion": "v1", "items": many, "kind": "List" });
            serde_json::to_string_pretty(&list)? + "\n"
        }
    })
}
