//! Updating a child: one forced apply, bound to the incarnation that was read.

use bytes::Bytes;
use http::StatusCode;
use serde_json::Value;

use super::{
    error::RequestError,
    fold::BEFORE_FIRST_APPLY,
    repair,
    target::{Target, guarded},
};

/// What became of an update.
#[derive(Debug)]
pub enum Applied {
    /// Written (or found equal by the server), as answered.
    Applied(Bytes),
    /// The object of that uid is gone, or was changed at the same moment: read again. Nothing was written.
    Stale,
}

/// Applies `body` by force to the object that has `uid`.
///
/// Nothing is resurrected and nothing taken over: the uid in the body makes the server refuse both (absent 409,
/// recreated 422). Requests: one apply. If it is refused because of a one-of member that the server defaulted or
/// somebody else set, which an apply cannot leave: one read, one guarded JSON patch, one more apply, and one guarded JSON
/// patch that takes the repair's own entry out of managedFields. So goes what the server says was there before the first
/// apply, which it says anew once somebody has wiped managedFields. Reads and guarded patches are repeated when a
/// controller writes in between.
///
/// # Errors
/// [`RequestError`]: a missing right, a refused body, an unserved kind, no answer.
pub async fn update(target: &Target<'_>, body: &Value, uid: &str) -> Result<Applied, RequestError> {
    let applied = match apply(target, body, uid).await {
        Err(RequestError::Rejected(rejection)) => repair::one_of(target, body, uid, rejection).await?,
        other => other?,
    };
    match applied {
        Applied::Applied(bytes) if names(&bytes, BEFORE_FIRST_APPLY) => {
            repair::forget(target, BEFORE_FIRST_APPLY, bytes).await
        }
        other => Ok(other),
    }
}

/// Whether an answer may speak of a manager: a look at the bytes, since hardly any does.
fn names(bytes: &[u8], manager: &str) -> bool {
    bytes.windows(manager.len()).any(|window| window == manager.as_bytes())
}

/// The apply alone.
pub(super) async fn apply(target: &Target<'_>, body: &Value, uid: &str) -> Result<Applied, RequestError> {
    let answer = target.apply("", &guarded(body, "uid", uid)).await?;
    match answer.status {
        code if code.is_success() => Ok(Applied::Applied(answer.body)),
        StatusCode::CONFLICT => Ok(Applied::Stale),
        StatusCode::NOT_FOUND if !answer.refusal().details.name.is_empty() => Ok(Applied::Stale),
        StatusCode::UNPROCESSABLE_ENTITY if answer.refusal().blames("metadata.uid") => Ok(Applied::Stale),
        _ => Err(RequestError::read(target, "patch", &answer)),
    }
}
