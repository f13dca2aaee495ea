//! Making fields that an earlier release owned our own, so that those which we drop really go.
//!
//! A field goes with the last manager that owns it. What an operator of another name wrote, or one that wrote by updates, is
//! owned beside our entry for ever, and stays when our body lacks it (kubernetes/kubernetes#99003). client-go's csaupgrade
//! does the same for `kubectl apply`.

use bytes::Bytes;
use http::StatusCode;
use serde_json::{Value, json};

use super::{
    error::RequestError,
    repair::{ATTEMPTS, JSON_PATCH, guard, parse},
    target::{Target, metadata_of},
};
use crate::object::Object;

/// What became of the entries of former managers.
#[derive(Debug)]
pub enum Folded {
    /// They are part of ours, as answered.
    Folded(Bytes),
    /// There are none.
    Nothing,
    /// The object of that uid is gone, or was changed each time: read again. Nothing was written.
    Stale,
}

/// Field manager of what was in an object when it was applied to for the first time, or after somebody had wiped its
/// `managedFields`. The server makes this entry and nobody ever writes as it again
/// (`k8s.io/apimachinery/pkg/util/managedfields`).
pub const BEFORE_FIRST_APPLY: &str = "before-first-apply";

/// Which entries of `managedFields` are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Those of the object itself: of children, where our own name has no other writes than applies.
    Main,
    /// Those of its status, which a patch of the status cannot change.
    Status,
}

/// Merges the entries of `former` managers into our Apply entry of the object that has `uid`. Where we have applied, the
/// entry of [`BEFORE_FIRST_APPLY`] goes: what it owns besides us would stay for ever, and what it owns alone is nobody's.
///
/// Requests: one read, and if there is something to merge one guarded JSON patch of `managedFields`; after a conflict
/// both again, 5 times at most. No value is changed: an apply that follows takes away what it does not send.
///
/// # Errors
/// [`RequestError`]: a missing right, a refusal, an unserved kind, no answer.
pub async fn fold(
    target: &Target<'_>,
    former: &[&str],
    part: Part,
    uid: &str,
) -> Result<Folded, RequestError> {
    let manager = target.server.manager();
    for _ in 0..ATTEMPTS {
        let Some(bytes) = target.read().await? else { return Ok(Folded::Stale) };
        let meta = metadata_of(&bytes)?;
        if meta.uid != uid {
            return Ok(Folded::Stale);
        }
        let object = parse(&bytes)?;
        let entries = object["metadata"]["managedFields"].as_array();
        let Some(merged) = entries.and_then(|entries| merged(entries, manager, former, part)) else {
            return Ok(Folded::Nothing);
        };
        let replace = json!({"op": "replace", "path": "/metadata/managedFields", "value": merged});
        let patch = json!([guard(&meta.resource_version), replace]);
        let answer = target.patch(JSON_PATCH, manager, &patch).await?;
        match answer.status {
            code if code.is_success() => return Ok(Folded::Folded(answer.body)),
            StatusCode::CONFLICT => {}
            StatusCode::NOT_FOUND if !answer.refusal().details.name.is_empty() => return Ok(Folded::Stale),
            _ => return Err(RequestError::read(target, "patch", &answer)),
        }
    }
    Ok(Folded::Stale)
}

/// The same for a child as it was read, if there is something to merge: its former managers', or what an earlier release
/// wrote by updates under our own name, or what was there before the first apply. Without that no request is sent.
///
/// # Errors
/// As [`fold`].
pub async fn take_over(target: &Target<'_>, child: &Object, former: &[&str]) -> Result<Folded, RequestError> {
    let ours = [target.server.manager()];
    let left_over: [&[&str]; 3] = [former, &ours, &[BEFORE_FIRST_APPLY]];
    if left_over.iter().any(|managers| child.is_written_by(managers, false)) {
        fold(target, former, Part::Main, &child.meta().uid).await
    } else {
        Ok(Folded::Nothing)
    }
}

/// The entries with those of former managers in ours; `None` if there are none of these.
fn merged(entries: &[Value], manager: &str, former: &[&str], part: Part) -> Option<Vec<Value>> {
    let of_part = |entry: &Value| match part {
        Part::Main => entry["subresource"] != "status",
        Part::Status => entry["subresource"] == "status",
    };
    let is_ours = |entry: &Value| {
        let main = part == Part::Status || entry["subresource"].is_null();
        of_part(entry) && main && entry["manager"] == manager && entry["operation"] == "Apply"
    };
    let is_former = |entry: &Value| {
        let named = former.iter().any(|name| entry["manager"] == *name);
        let updated = part == Part::Main && entry["manager"] == manager && entry["operation"] == "Update";
        of_part(entry) && (named || updated)
    };
    let is_before = |entry: &Value| of_part(entry) && entry["manager"] == BEFORE_FIRST_APPLY;
    let (former, mut kept): (Vec<&Value>, Vec<&Value>) = entries.iter().partition(|entry| is_former(entry));
    let newest = former.iter().find(|entry| entry["operation"] == "Apply").or(former.first());
    let count = kept.len();
    if newest.is_some() || kept.iter().any(|entry| is_ours(entry)) {
        kept.retain(|entry| !is_before(entry));
    }
    if newest.is_none() && kept.len() == count {
        return None;
    }
    let mut ours = match kept.iter().position(|entry| is_ours(entry)) {
        Some(index) => kept.remove(index).clone(),
        None => {
            let mut ours = (*newest?).clone();
            (ours["manager"], ours["operation"]) = (json!(manager), json!("Apply"));
            if let (Part::Main, Some(entry)) = (part, ours.as_object_mut()) {
                entry.remove("subresource");
            }
            ours
        }
    };
    for entry in former {
        // Of another version of the API the paths may mean something else: its owner is forgotten, nothing more.
        if entry["apiVersion"] == ours["apiVersion"] {
            unite(&mut ours["fieldsV1"], &entry["fieldsV1"]);
        }
    }
    let mut merged: Vec<Value> = kept.into_iter().cloned().collect();
    merged.insert(0, ours);
    Some(merged)
}

/// Adds the paths of one set of fields to another.
fn unite(fields: &mut Value, others: &Value) {
    let (Some(fields), Some(others)) = (fields.as_object_mut(), others.as_object()) else { return };
    for (path, below) in others {
        match fields.get_mut(path) {
            Some(fields) => unite(fields, below),
            None => {
                fields.insert(path.clone(), below.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(manager: &str, operation: &str, subresource: Option<&str>, fields: Value) -> Value {
        let mut entry = json!({
            "manager": manager, "operation": operation, "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": fields,
        });
        if let Some(subresource) = subresource {
            entry["subresource"] = json!(subresource);
        }
        entry
    }

    #[test]
    fn entries_of_former_managers_and_our_own_updates_become_one() {
        let entries = [
            entry("new", "Apply", None, json!({"f:data": {"f:a": {}}})),
            entry("old", "Update", None, json!({"f:data": {".": {}, "f:a": {}, "f:b": {}}})),
            entry("new", "Update", None, json!({"f:metadata": {"f:labels": {"f:x": {}}}})),
            entry("old", "Update", Some("status"), json!({"f:status": {}})),
            entry("stranger", "Update", None, json!({"f:data": {"f:c": {}}})),
        ];
        let all = json!({"f:data": {".": {}, "f:a": {}, "f:b": {}}, "f:metadata": {"f:labels": {"f:x": {}}}});
        let wanted = vec![entry("new", "Apply", None, all), entries[3].clone(), entries[4].clone()];
        assert_eq!(merged(&entries, "new", &["old"], Part::Main), Some(wanted));
    }

    #[test]
    fn without_an_entry_of_ours_a_former_one_is_renamed() {
        let status = json!({"f:status": {"f:size": {}}});
        let entries = [
            entry("old", "Update", Some("status"), json!({})),
            entry("old", "Apply", Some("status"), status.clone()),
        ];
        let wanted = vec![entry("new", "Apply", Some("status"), status)];
        assert_eq!(merged(&entries, "new", &["old"], Part::Status), Some(wanted));
        assert_eq!(merged(&entries, "new", &["old"], Part::Main), None);
        assert_eq!(merged(&entries, "new", &["other"], Part::Status), None);
    }

    #[test]
    fn what_was_there_before_our_first_apply_is_nobodys() {
        let ours = entry("new", "Apply", None, json!({"f:data": {"f:a": {}}}));
        let before = entry(BEFORE_FIRST_APPLY, "Update", None, json!({"f:data": {"f:a": {}, "f:b": {}}}));
        let other = entry("other", "Update", None, json!({"f:data": {"f:b": {}}}));
        let all = [other.clone(), before.clone(), ours.clone()];
        assert_eq!(merged(&all, "new", &[], Part::Main), Some(vec![ours.clone(), other]));
        assert_eq!(merged(&all, "new", &[], Part::Status), None);
        // We have not applied yet.
        assert_eq!(merged(std::slice::from_ref(&before), "new", &[], Part::Main), None);
        let old = entry("old", "Update", None, json!({"f:data": {"f:a": {}}}));
        assert_eq!(merged(&[before, old], "new", &["old"], Part::Main), Some(vec![ours]));
    }

    #[test]
    fn what_was_written_in_another_version_is_not_taken_over() {
        let mut old = entry("old", "Update", None, json!({"f:spec": {"f:rollbackTo": {}}}));
        old["apiVersion"] = json!("v1beta1");
        let ours = entry("new", "Apply", None, json!({"f:spec": {"f:replicas": {}}}));
        assert_eq!(merged(&[old, ours.clone()], "new", &["old"], Part::Main), Some(vec![ours]));
    }
}
