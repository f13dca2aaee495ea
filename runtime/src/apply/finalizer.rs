//! Adding and removing our finalizer: a merge patch of the whole list, guarded by the resourceVersion.
//!
//! Not a JSON patch: that answers every failed guard with one opaque 422. Not an apply: leaving an entry out does not
//! remove it when another writer put it there, and an operator that took over objects could never let them go.

use bytes::Bytes;
use http::StatusCode;
use serde_json::json;

use super::{
    error::RequestError,
    target::{Target, metadata_of},
};
use crate::object::Meta;

const MERGE_PATCH: &str = "application/merge-patch+json";

/// How often a list is computed anew after a conflict, the first time included.
const ATTEMPTS: usize = 5;

/// What became of a change of finalizers.
#[derive(Debug)]
pub enum Finalizers {
    /// Written, as answered.
    Written(Bytes),
    /// The list is as wanted already: by the metadata given (`None`), or by the object read after a conflict.
    Unchanged(Option<Bytes>),
    /// The object is gone, or another one has its name. Also when the removed entry was the last one of an object being
    /// deleted: the answer is then the object's obituary, and must not enter the cache.
    Gone,
    /// An entry was to be added to an object that is being deleted.
    Deleting,
    /// Others changed the object each time. Nothing was written; start again from fresh state.
    Contended,
}

/// Adds `finalizer` to the object whose metadata was read as `meta`.
///
/// Requests: one merge patch; after a 409 one read and one more patch, 5 patches at most.
///
/// # Errors
/// [`RequestError`]: a missing right, a refusal, an unserved kind, no answer.
pub async fn add(target: &Target<'_>, finalizer: &str, meta: &Meta) -> Result<Finalizers, RequestError> {
    change(target, meta, true, |list| {
        if !list.iter().any(|entry| entry == finalizer) {
            list.push(finalizer.to_owned());
        }
    })
    .await
}

/// Removes `finalizers`, ours and our former ones, and no other entry. Requests as for [`add`].
///
/// # Errors
/// [`RequestError`]: a missing right, a refusal, an unserved kind, no answer.
pub async fn remove(
    target: &Target<'_>,
    finalizers: &[&str],
    meta: &Meta,
) -> Result<Finalizers, RequestError> {
    change(target, meta, false, |list| list.retain(|entry| !finalizers.contains(&entry.as_str()))).await
}

async fn change(
    target: &Target<'_>,
    meta: &Meta,
    adding: bool,
    edit: impl Fn(&mut Vec<String>),
) -> Result<Finalizers, RequestError> {
    let mut current = meta.clone();
    let mut live = None;
    for attempt in 1..=ATTEMPTS {
        if adding && current.is_deleting() {
            return Ok(Finalizers::Deleting);
        }
        let mut list = current.finalizers.clone();
        edit(&mut list);
        if list == current.finalizers {
            return Ok(Finalizers::Unchanged(live));
        }
        let patch = json!({"metadata": {"resourceVersion": current.resource_version, "finalizers": list}});
        let answer = target.patch(MERGE_PATCH, target.server.manager(), &patch).await?;
        match answer.status {
            code if code.is_success() => {
                let meta = metadata_of(&answer.body)?;
                let obituary = meta.is_deleting() && meta.finalizers.is_empty();
                return Ok(if obituary { Finalizers::Gone } else { Finalizers::Written(answer.body) });
            }
            StatusCode::CONFLICT if attempt == ATTEMPTS => {}
            StatusCode::CONFLICT => {
                let Some(bytes) = target.read().await? else { return Ok(Finalizers::Gone) };
                current = metadata_of(&bytes)?;
                if current.uid != meta.uid {
                    return Ok(Finalizers::Gone);
                }
                live = Some(bytes);
            }
            StatusCode::NOT_FOUND if !answer.refusal().details.name.is_empty() => {
                return Ok(Finalizers::Gone);
            }
            StatusCode::UNPROCESSABLE_ENTITY if adding && answer.refusal().blames("metadata.finalizers") => {
                return Ok(Finalizers::Deleting);
            }
            _ => return Err(RequestError::read(target, "patch", &answer)),
        }
    }
    Ok(Finalizers::Contended)
}
