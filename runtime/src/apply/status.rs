//! Writing the status: an apply on `/status`, bound to the revision that was read.
//!
//! The resourceVersion, because a custom resource's `/status` throws the rest of the metadata away before it checks
//! anything: a status bound by uid is written into a stranger with 200.

use bytes::Bytes;
use http::StatusCode;
use serde_json::{Value, json};

use super::{body::strip_nulls, error::RequestError, target::Target};
use crate::object::Meta;

/// How often a status is applied, the first time included.
const ATTEMPTS: usize = 3;

/// What became of a status.
#[derive(Debug)]
pub enum StatusOutcome {
    /// Written, as answered.
    Written(Bytes),
    /// Not written: it is about an object that is no longer so, and the newer one is seen anyway.
    Dropped(Dropped),
    /// The object is gone, or its CRD was installed without a status subresource: the server's answer is the same.
    Gone,
}

/// Why a status was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// Another object has the name.
    Recreated,
    /// The spec has changed since it was read.
    NewGeneration,
    /// Deletion has begun since it was read.
    Deleting,
    /// Others changed the object each time.
    Contended,
}

/// Applies `status`, which holds what we say and nothing else, to the object whose metadata was read as `meta`.
///
/// Requests: one apply; after a 409 one read of the metadata and one more apply, 3 applies at most.
///
/// # Errors
/// [`RequestError`]: a missing right, a refusal, an unserved kind, no answer.
pub async fn write(target: &Target<'_>, status: &Value, meta: &Meta) -> Result<StatusOutcome, RequestError> {
    let mut status = status.clone();
    strip_nulls(&mut status);
    let mut version = meta.resource_version.clone();
    for attempt in 1..=ATTEMPTS {
        let mut metadata = json!({"name": meta.name, "resourceVersion": version});
        if let Some(namespace) = &meta.namespace {
            metadata["namespace"] = json!(namespace);
        }
        let body = json!({
            "apiVersion": target.kind.api_version(),
            "kind": target.kind.kind,
            "metadata": metadata,
            "status": status,
        });
        let answer = target.apply("/status", &body).await?;
        match answer.status {
            code if code.is_success() => return Ok(StatusOutcome::Written(answer.body)),
            StatusCode::NOT_FOUND if !answer.refusal().details.name.is_empty() => {
                return Ok(StatusOutcome::Gone);
            }
            StatusCode::CONFLICT if attempt == ATTEMPTS => {}
            StatusCode::CONFLICT => {
                let Some(live) = target.read_metadata().await? else { return Ok(StatusOutcome::Gone) };
                if let Some(why) = outdated(meta, live.meta()) {
                    return Ok(StatusOutcome::Dropped(why));
                }
                version.clone_from(&live.meta().resource_version);
            }
            _ => return Err(RequestError::read(target, "patch", &answer)),
        }
    }
    Ok(StatusOutcome::Dropped(Dropped::Contended))
}

fn outdated(read: &Meta, live: &Meta) -> Option<Dropped> {
    if read.uid != live.uid {
        Some(Dropped::Recreated)
    } else if live.is_deleting() && !read.is_deleting() {
        Some(Dropped::Deleting)
    } else if read.generation != live.generation {
        Some(Dropped::NewGeneration)
    } else {
        None
    }
}
