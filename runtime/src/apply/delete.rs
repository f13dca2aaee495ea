//! Deleting a child: bound to the incarnation that was read, its own children in the background.

use bytes::Bytes;
use http::{Method, StatusCode};
use serde_json::json;

use super::{
    error::RequestError,
    target::{Target, metadata_of},
};
use crate::client::Call;

/// What became of a deletion.
#[derive(Debug)]
pub enum Deleted {
    /// It is gone.
    Removed,
    /// It carries a deletion mark now, as answered; finalizers or a grace period hold it.
    Marked(Bytes),
    /// The object of that uid was gone already, or another one has its name: read again.
    Stale,
}

/// What becomes of what the object owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// It is deleted behind it.
    Background,
    /// It stays, without an owner.
    Orphan,
}

/// Deletes the object that has `uid`. One request.
///
/// # Errors
/// [`RequestError`]: a missing right, an unserved kind, no answer.
pub async fn delete(target: &Target<'_>, uid: &str) -> Result<Deleted, RequestError> {
    delete_with(target, uid, Propagation::Background).await
}

/// The same, with a choice of what becomes of what it owns.
///
/// # Errors
/// As [`delete`].
pub async fn delete_with(
    target: &Target<'_>,
    uid: &str,
    propagation: Propagation,
) -> Result<Deleted, RequestError> {
    let propagation = match propagation {
        Propagation::Background => "Background",
        Propagation::Orphan => "Orphan",
    };
    let options = json!({
        "apiVersion": "v1",
        "kind": "DeleteOptions",
        "preconditions": {"uid": uid},
        "propagationPolicy": propagation,
    });
    let call = Call::send(Method::DELETE, target.kind.path(target.key), "application/json", &options);
    let answer = target.server.call(call).await?;
    match answer.status {
        // The answer is the object while something holds it, else a `Status` or the object as it was.
        code if code.is_success() => Ok(match metadata_of(&answer.body) {
            Ok(meta) if meta.is_deleting() => Deleted::Marked(answer.body),
            _ => Deleted::Removed,
        }),
        StatusCode::CONFLICT => Ok(Deleted::Stale),
        StatusCode::NOT_FOUND if !answer.refusal().details.name.is_empty() => Ok(Deleted::Stale),
        _ => Err(RequestError::read(target, "delete", &answer)),
    }
}
