//! The object that a request is about, and the plain calls that the requests are made of.

use bytes::Bytes;
use http::{Method, StatusCode};
use serde::Deserialize;
use serde_json::Value;

use super::{body::is_secret_kind, error::RequestError};
use crate::{
    client::{Answer, Call, CallError, Server, Status},
    object::{DecodeError, Kind, Meta, Object, ObjectKey, describe},
};

/// Server-side apply; JSON is YAML.
pub(super) const APPLY: &str = "application/apply-patch+yaml";

/// Metadata alone; servers that cannot do that send all of it.
const METADATA: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

/// One object on one server.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// Where it is, and as whom we write.
    pub server: &'a Server,
    /// Its kind.
    pub kind: &'a Kind,
    /// Its namespace and name.
    pub key: &'a ObjectKey,
}

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    metadata: Meta,
}

impl Target<'_> {
    /// Applies `body` by force to the object or, with `"/status"`, to a subresource.
    pub(super) async fn apply(&self, subresource: &str, body: &Value) -> Result<Answer, CallError> {
        let path = format!("{}{subresource}", self.kind.path(self.key));
        let call = Call::send(Method::PATCH, path, APPLY, body)
            .query("fieldManager", self.server.manager())
            .query("force", "true");
        self.server.call(call).await
    }

    /// Patches the object in another way.
    pub(super) async fn patch(
        &self,
        media_type: &'static str,
        manager: &str,
        patch: &Value,
    ) -> Result<Answer, CallError> {
        let call = Call::send(Method::PATCH, self.kind.path(self.key), media_type, patch);
        self.server.call(call.query("fieldManager", manager)).await
    }

    /// The object as it is now, whole. `None` when it is absent.
    pub(crate) async fn read(&self) -> Result<Option<Bytes>, RequestError> {
        let answer = self.server.call(Call::get(self.kind.path(self.key))).await?;
        self.found(answer)
    }

    /// Metadata, owners and managers of the object as it is now. `None` when it is absent.
    pub(crate) async fn read_metadata(&self) -> Result<Option<Object>, RequestError> {
        let answer = self.server.call(Call::get(self.kind.path(self.key)).accept(METADATA)).await?;
        let Some(bytes) = self.found(answer)? else { return Ok(None) };
        Ok(Some(Object::from_slice(&bytes, &[self.server.manager()])?))
    }

    /// The server's refusal, without text that may quote a Secret.
    pub(super) fn refusal(&self, answer: &Answer) -> Status {
        let status = answer.refusal();
        if is_secret_kind(self.kind) { status.redacted() } else { status }
    }

    fn found(&self, answer: Answer) -> Result<Option<Bytes>, RequestError> {
        match answer.status {
            code if code.is_success() => Ok(Some(answer.body)),
            StatusCode::NOT_FOUND if !answer.refusal().details.name.is_empty() => Ok(None),
            _ => Err(RequestError::read(self, "get", &answer)),
        }
    }
}

/// The metadata of an answered object.
pub(super) fn metadata_of(bytes: &[u8]) -> Result<Meta, DecodeError> {
    serde_json::from_slice::<Head>(bytes)
        .map(|head| head.metadata)
        .map_err(|error| DecodeError::NotAnObject(describe(&error)))
}

/// `body` with one more string in its metadata: the guard of a write.
pub(super) fn guarded(body: &Value, field: &str, value: &str) -> Value {
    let mut body = body.clone();
    if let Some(Value::Object(metadata)) = body.get_mut("metadata") {
        metadata.insert(field.to_owned(), Value::String(value.to_owned()));
    }
    body
}
