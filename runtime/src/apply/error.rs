//! Why a request of a pass failed, where its own answers do not say so.

use std::{fmt, time::Duration};

use http::StatusCode;

use super::{path::Path, recreate::is_of_immutable_field, target::Target};
use crate::client::{Answer, CallError, Cause, Status};

/// A request that did not do what it was for. Nothing in it quotes the content of a Secret.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// We lack a right.
    #[error("no right to {0}")]
    Forbidden(Right),
    /// The server has read what we sent and refuses it: validation, admission, quota. Sent again it is refused again.
    #[error("refused: {0}")]
    Rejected(Rejection),
    /// The server does not serve the kind.
    #[error("the server does not serve {resource}")]
    ApiAbsent {
        /// Plural and group, as `deployments.apps`.
        resource: String,
    },
    /// The server is overloaded (429) or cannot serve now (5xx).
    #[error("the server cannot serve now ({code}): {message}")]
    Unavailable {
        /// Status code.
        code: u16,
        /// How long it wants to be left alone, when it says so.
        retry_after: Option<Duration>,
        /// The server's words.
        message: String,
    },
    /// An answer that no rule foresees.
    #[error("unexpected answer {code} {reason}: {message}")]
    Unexpected {
        /// Status code.
        code: u16,
        /// The server's word for machines.
        reason: String,
        /// The server's words.
        message: String,
    },
    /// A good answer whose content is no Kubernetes object.
    #[error("the answer is no object: {0}")]
    Undecodable(#[from] crate::object::DecodeError),
    /// There was no answer. A write may have happened all the same; every write is guarded against that.
    #[error(transparent)]
    Call(#[from] CallError),
}

/// A right in RBAC's words. Printed, it is `create deployments.apps in namespace a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// Verb, as the server names it: `create` also for an apply of something absent.
    pub verb: String,
    /// Plural and group, as `deployments.apps`; of a subresource, `myapps.example.com/status`.
    pub resource: String,
    /// Where; `None` for cluster-scoped kinds.
    pub namespace: Option<String>,
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb, self.resource)?;
        self.namespace.as_ref().map_or(Ok(()), |namespace| write!(f, " in namespace {namespace}"))
    }
}

/// What the server finds wrong with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The server's word for machines: `Invalid`, `BadRequest`, `Forbidden`.
    pub reason: String,
    /// The server's words.
    pub message: String,
    /// Each fault with its field, when the server names fields.
    pub causes: Vec<Cause>,
    /// Whether it is refused because a field of the object that is there cannot be changed.
    pub immutable: bool,
}

impl RequestError {
    /// How long the server wants to be left alone.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Unavailable { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// Reads an answer that the request's own rules do not cover. `verb` is the RBAC verb of the request.
    pub(super) fn read(target: &Target<'_>, verb: &str, answer: &Answer) -> Self {
        let status = target.refusal(answer);
        let resource = target.kind.resource();
        match answer.status {
            // Its objects are on their way out, and then it is not served any more.
            StatusCode::FORBIDDEN if answer.refusal().message.contains(KIND_TERMINATING) => {
                Self::ApiAbsent { resource }
            }
            StatusCode::FORBIDDEN => match missing_right(&answer.refusal().message) {
                Some((verb, subresource)) => Self::forbidden(target, verb, subresource),
                // Nobody else names no verb: admission and quota say what they dislike.
                None if status.message.is_empty() => Self::forbidden(target, verb, ""),
                None => Self::Rejected(Rejection::read(target, answer)),
            },
            StatusCode::NOT_FOUND if status.details.name.is_empty() => Self::ApiAbsent { resource },
            StatusCode::UNPROCESSABLE_ENTITY | StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE => {
                Self::Rejected(Rejection::read(target, answer))
            }
            // An apply that does not fit the kind's schema (an unknown or doubled field) is a 500 to the server.
            code if code.is_server_error() && is_untyped(&answer.refusal()) => {
                Self::Rejected(Rejection::read(target, answer))
            }
            code if code.is_server_error() || code == StatusCode::TOO_MANY_REQUESTS => Self::Unavailable {
                code: code.as_u16(),
                retry_after: answer.retry_after,
                message: status.message,
            },
            code => Self::Unexpected { code: code.as_u16(), reason: status.reason, message: status.message },
        }
    }

    /// `subresource` begins with `/`, or is empty.
    fn forbidden(target: &Target<'_>, verb: &str, subresource: &str) -> Self {
        Self::Forbidden(Right {
            verb: verb.to_owned(),
            resource: target.kind.resource() + subresource,
            namespace: target.key.namespace.as_deref().map(str::to_owned),
        })
    }
}

impl Rejection {
    /// Reads a refusal. What it says of fields is judged before words are taken out that may quote a Secret.
    pub(super) fn read(target: &Target<'_>, answer: &Answer) -> Self {
        let immutable = is_of_immutable_field(&answer.refusal().details.causes);
        Self { immutable, ..target.refusal(answer).into() }
    }

    /// The first faulty field.
    pub fn field(&self) -> Option<&str> {
        self.causes.iter().map(|cause| cause.field.as_str()).find(|field| !field.is_empty())
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Status> for Rejection {
    fn from(status: Status) -> Self {
        let mut causes = status.details.causes;
        if causes.is_empty()
            && let Some((field, message)) = untyped_field(&status.message)
        {
            causes.push(Cause { reason: "FieldValueInvalid".to_owned(), message, field });
        }
        let immutable = is_of_immutable_field(&causes);
        Self { reason: status.reason, message: status.message, causes, immutable }
    }
}

/// The verb, and the subresource with its `/`, in an authorizer's
/// `User "u" cannot patch resource "deployments/scale" in API group "apps"`.
fn missing_right(message: &str) -> Option<(&str, &str)> {
    let (_, after) = message.split_once("User \"")?;
    let (_, after) = after.split_once("\" cannot ")?;
    let (verb, after) = after.split_once(' ')?;
    let resource = after.split('"').nth(1).unwrap_or_default();
    Some((verb, resource.find('/').map_or("", |slash| &resource[slash..])))
}

/// What the server says where it takes no new objects of a kind, because its CRD is being deleted.
const KIND_TERMINATING: &str = "custom resource definition is terminating";

/// Begins what the server says when a patch, or the object as it is stored, does not fit the kind's types.
const UNTYPED: &str = "failed to create typed ";

fn is_untyped(status: &Status) -> bool {
    status.message.contains(UNTYPED)
}

/// The field in what the server says of a patch, or of the object as it is stored: `failed to create typed patch object (ns/n; v1, Kind=A): .spec.x: field not declared in schema`.
fn untyped_field(message: &str) -> Option<(String, String)> {
    let (_, after) = message.split_once(UNTYPED)?.1.split_once("): ")?;
    let (field, problem) = after.trim_start_matches("errors:").trim().split_once(": ")?;
    Some((Path::parse(field).to_string(), problem.lines().next().unwrap_or_default().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_and_fields_are_found_in_the_servers_words() {
        let message = "deployments.apps \"x\" is forbidden: User \"system:serviceaccount:a:b\" cannot create \
                       resource \"deployments\" in API group \"apps\" in the namespace \"ns\"";
        assert_eq!(missing_right(message), Some(("create", "")));
        let message = message.replace("\"deployments\"", "\"deployments/status\"");
        assert_eq!(missing_right(&message), Some(("create", "/status")));
        assert_eq!(missing_right("pods \"x\" is forbidden: exceeded quota: q"), None);
        let message = "failed to create typed patch object (ns/x; apps/v1, Kind=Deployment): .spec.foo: field not \
                       declared in schema";
        assert_eq!(
            untyped_field(message),
            Some(("spec.foo".to_owned(), "field not declared in schema".to_owned()))
        );
        let message = "failed to create typed live object (ns/x; a.b/v1, Kind=A): errors:\n  .status.conditions: \
                       expected list, got &{none}";
        assert_eq!(
            untyped_field(message),
            Some(("status.conditions".to_owned(), "expected list, got &{none}".to_owned()))
        );
        assert_eq!(untyped_field("etcdserver: request timed out"), None);
    }
}
