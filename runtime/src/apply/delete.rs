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

/// Deletes the object that has `uid`. One request.
///
/// # Errors
/// [`RequestError`]: a missing right, an unserved kind, no answer.
pub async fn delete(target: &Target<'_>, uid: &str) -> Result<Deleted, RequestError> {
    let options = json!({
        "apiVersion": "v1",
        "kind": "DeleteOptions",
        "preconditions": {"uid": uid},
        "propagationPolicy": "Background",
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
