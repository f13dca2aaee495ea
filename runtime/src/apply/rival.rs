//! Who has taken a field from us.

use serde::Deserialize;
use serde_json::Value;

use super::{coverage::uncovered, error::RequestError, path::Path, target::Target};
use crate::object::{DecodeError, describe};

/// Another writer of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Its field manager.
    pub manager: String,
    /// Whether the server's record gives it the field. Else it is only the last other writer: one that removed a field
    /// leaves no trace.
    pub has_field: bool,
}

#[derive(Deserialize)]
struct Head {
    metadata: Managed,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Managed {
    #[serde(default)]
    managed_fields: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    #[serde(default)]
    manager: String,
    #[serde(default)]
    time: String,
    #[serde(default)]
    subresource: String,
    #[serde(default, rename = "fieldsV1")]
    fields: Value,
}

/// Who has one of `paths`, fields of `body` that we have applied and lost. `None` if nobody else has written the object,
/// or there is none any more. One read.
///
/// # Errors
/// [`RequestError`]: a missing right, an unserved kind, no answer.
pub async fn find(target: &Target<'_>, body: &Value, paths: &[Path]) -> Result<Option<Rival>, RequestError> {
    let Some(bytes) = target.read().await? else { return Ok(None) };
    let head: Head =
        serde_json::from_slice(&bytes).map_err(|error| DecodeError::NotAnObject(describe(&error)))?;
    Ok(among(head.metadata.managed_fields, target.server.manager(), body, paths))
}

fn among(entries: Vec<Entry>, manager: &str, body: &Value, paths: &[Path]) -> Option<Rival> {
    let ours = |name: &str| {
        name.strip_prefix(manager).is_some_and(|rest| matches!(rest, "" | "-repair" | "-handover"))
    };
    let mut others: Vec<Entry> = entries.into_iter().filter(|entry| !ours(&entry.manager)).collect();
    // Times are RFC 3339 in UTC: they sort as texts. The last writer comes first.
    others.sort_by(|a, b| b.time.cmp(&a.time));
    let owner = others.iter().find(|entry| {
        let lost = uncovered(body, &entry.fields);
        paths.iter().any(|path| !lost.iter().any(|lost| path.segments().starts_with(lost.segments())))
    });
    // Status is written all the time, and takes nothing from us.
    let last = || others.iter().find(|entry| entry.subresource != "status");
    let rival = owner.or_else(last)?;
    Some(Rival { manager: rival.manager.clone(), has_field: owner.is_some() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry(manager: &str, time: &str, subresource: &str, fields: Value) -> Entry {
        Entry { manager: manager.into(), time: time.into(), subresource: subresource.into(), fields }
    }

    #[test]
    fn the_one_who_has_the_field_is_named_and_else_the_last_writer() {
        let body = json!({"kind": "A", "metadata": {"name": "n"}, "spec": {"replicas": 1, "list": [{"name": "x", "v": 1}]}});
        let entries = || {
            vec![
                entry("m", "2026-01-01T00:00:03Z", "", json!({"f:spec": {"f:list": {}}})),
                entry("m-repair", "2026-01-01T00:00:04Z", "", json!({"f:spec": {"f:replicas": {}}})),
                entry("hpa", "2026-01-01T00:00:00Z", "scale", json!({"f:spec": {"f:replicas": {}}})),
                entry(
                    "kubectl",
                    "2026-01-01T00:00:01Z",
                    "",
                    json!({"f:metadata": {"f:labels": {"f:a": {}}}}),
                ),
                entry("controller", "2026-01-01T00:00:05Z", "status", json!({"f:status": {}})),
            ]
        };
        let found = |path: &str| among(entries(), "m", &body, &[Path::parse(path)]);
        assert_eq!(found("spec.replicas"), Some(Rival { manager: "hpa".into(), has_field: true }));
        assert_eq!(found("spec.list[0].v"), Some(Rival { manager: "kubectl".into(), has_field: false }));
        assert_eq!(among(entries().drain(..2).collect(), "m", &body, &[Path::parse("spec.list")]), None);
    }
}
