//! Raw calls: bytes in, bytes out, no body in any log.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{
    Method, Request, StatusCode,
    header::{ACCEPT, CONTENT_TYPE},
};
use http_body_util::BodyExt;
use kube::client::Body;
use serde_json::Value;

use super::{
    layer::{ReadsRetryAfter, TimedOut, retry_after},
    status::Status,
};

/// A cluster's API server, together with the name under which we own fields there. Cheap to clone.
#[derive(Clone)]
pub struct Server {
    client: kube::Client,
    manager: Arc<str>,
}

/// One request.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// HTTP method.
    pub method: Method,
    /// Path, encoded as it goes over the wire.
    pub path: String,
    /// Query parameters, not yet encoded.
    pub query: Vec<(&'a str, &'a str)>,
    /// What is sent along.
    pub content: Option<Content<'a>>,
    /// `Accept`; JSON when `None`.
    pub accept: Option<&'static str>,
}

/// The body of a request.
#[derive(Clone, Copy)]
pub struct Content<'a> {
    /// `Content-Type`.
    pub media_type: &'static str,
    /// JSON value to send.
    pub value: &'a Value,
}

/// What the server answered, whatever its status.
#[derive(Clone)]
pub struct Answer {
    /// Status code.
    pub status: StatusCode,
    /// How long the server wants to be left alone (429, and 503 and 504 that say so); a minute at most.
    pub retry_after: Option<Duration>,
    /// The body as it came. It may be a Secret: never log it.
    pub body: Bytes,
}

/// Why there is no answer. A write may have happened all the same.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The request cannot be put into HTTP: a path with forbidden characters.
    #[error("the request for {path} cannot be built")]
    Request {
        /// The path of the request.
        path: String,
        /// What HTTP says.
        #[source]
        source: http::Error,
    },
    /// No complete answer within the time-out.
    #[error("no complete answer within {after:?}")]
    TimedOut {
        /// The time-out.
        after: Duration,
    },
    /// The connection failed: refused, cut, or not trusted.
    #[error("the API server cannot be reached")]
    Unreachable(#[source] Box<kube::Error>),
}

impl Server {
    /// Calls through `client`, owning fields as `manager`.
    pub fn new(client: kube::Client, manager: &str) -> Self {
        Self { client, manager: Arc::from(manager) }
    }

    /// The field manager.
    pub fn manager(&self) -> &str {
        &self.manager
    }

    /// The client below, for requests that this one has no form for.
    pub fn client(&self) -> &kube::Client {
        &self.client
    }

    /// Sends one request and reads its whole answer. Never retries.
    ///
    /// # Errors
    /// [`CallError`] when there is no answer; an answer that refuses is an [`Answer`].
    pub async fn call(&self, call: Call<'_>) -> Result<Answer, CallError> {
        let request = call.request()?;
        let answer = self.client.send(request).await.map_err(CallError::from_kube)?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await.map_err(CallError::from_kube)?.to_bytes();
        Ok(Answer { status: head.status, retry_after: retry_after(head.status, &head.headers), body })
    }
}

impl<'a> Call<'a> {
    /// A read.
    pub fn get(path: String) -> Self {
        Self { method: Method::GET, path, query: Vec::new(), content: None, accept: None }
    }

    /// A write with a body.
    pub fn send(method: Method, path: String, media_type: &'static str, value: &'a Value) -> Self {
        Self { method, path, query: Vec::new(), content: Some(Content { media_type, value }), accept: None }
    }

    /// The same with one more query parameter.
    #[must_use]
    pub fn query(mut self, name: &'a str, value: &'a str) -> Self {
        self.query.push((name, value));
        self
    }

    /// The same with another `Accept`.
    #[must_use]
    pub fn accept(mut self, media_type: &'static str) -> Self {
        self.accept = Some(media_type);
        self
    }

    fn request(self) -> Result<Request<Body>, CallError> {
        let mut uri = self.path.clone();
        for (index, (name, value)) in self.query.iter().enumerate() {
            uri.push(if index == 0 { '?' } else { '&' });
            uri.push_str(name);
            uri.push('=');
            encode(value, &mut uri);
        }
        let mut request = Request::builder().method(self.method).uri(uri).extension(ReadsRetryAfter);
        request = request.header(ACCEPT, self.accept.unwrap_or("application/json"));
        let body = match self.content {
            Some(content) => {
                request = request.header(CONTENT_TYPE, content.media_type);
                Body::from(content.value.to_string().into_bytes())
            }
            None => Body::empty(),
        };
        request.body(body).map_err(|source| CallError::Request { path: self.path, source })
    }
}

impl Answer {
    /// The refusal in the body.
    pub fn refusal(&self) -> Status {
        Status::parse(self.status, &self.body)
    }
}

impl CallError {
    fn from_kube(error: kube::Error) -> Self {
        if let kube::Error::Service(inner) = &error {
            let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(inner.as_ref());
            while let Some(error) = cause {
                if let Some(TimedOut { after }) = error.downcast_ref() {
                    return Self::TimedOut { after: *after };
                }
                cause = error.source();
            }
        }
        Self::Unreachable(Box::new(error))
    }
}

impl std::fmt::Debug for Content<'_> {
    /// The media type alone: the value may be a Secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Content").field("media_type", &self.media_type).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Answer {
    /// Without the body: it may be a Secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("retry_after", &self.retry_after)
            .finish_non_exhaustive()
    }
}

/// Percent-encodes everything but the unreserved characters of RFC 3986.
fn encode(text: &str, into: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            into.push(char::from(byte));
        } else {
            into.push_str(&format!("%{byte:02X}"));
        }
    }
}
