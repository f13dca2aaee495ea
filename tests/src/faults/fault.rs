//! What may happen to a request.

use std::{fmt, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Response, header};
use serde_json::json;
use tokio::sync::watch;

use super::asked::Asked;

/// What becomes of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It takes longer.
    Delay(Duration),
    /// It waits at a gate, and goes on as it is.
    Held(Gate),
    /// The server never hears of it, which answers this, perhaps with the seconds for which it wants to be left alone.
    Refuse(u16, Option<u32>),
    /// It is taken and never answered.
    Silent,
    /// The connection breaks before the server hears of it.
    Unsent,
    /// The server does it, and then the connection breaks: nobody is told.
    AnswerLost,
    /// The connection breaks in the middle of the answer's piece after so many (a watch: of the event).
    Cut(usize),
    /// Nothing more comes after so many pieces of the answer, and nobody says so.
    Mute(usize),
    /// Of a watch: the version to go on from is too old.
    Expired,
    /// Of a list: what it was some time ago, as of a server that lags behind. If it comes as events, the connection breaks
    /// at its end.
    OldList,
    /// Of a watch: an event of some time ago once more, after which the connection breaks.
    OldEvent,
}

/// Where requests wait until the test lets them go. Clones are the same gate.
#[derive(Clone, Debug, Default)]
pub struct Gate(Arc<watch::Sender<bool>>);

impl Gate {
    /// Lets all go, those that come later too.
    pub fn open(&self) {
        self.0.send_replace(true);
    }

    pub(super) async fn passed(&self) {
        // The sender is in `self`.
        let _ = self.0.subscribe().wait_for(|open| *open).await;
    }
}

impl PartialEq for Gate {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Gate {}

impl Fault {
    /// A refusal in the words of an API server.
    pub(super) fn refusal(code: u16, retry_after: Option<u32>, asked: &Asked) -> Response<Bytes> {
        let Asked { verb, resource, subresource, name, .. } = asked;
        let slash = if subresource.is_empty() { "" } else { "/" };
        let (reason, message) = match code {
            401 => ("Unauthorized", "Unauthorized".to_owned()),
            403 => (
                "Forbidden",
                format!(
                    "User \"faults\" cannot {verb} resource \"{resource}{slash}{subresource}\" in API group \"\""
                ),
            ),
            404 => ("NotFound", "the server could not find the requested resource".to_owned()),
            409 => ("Conflict", "the object has been modified".to_owned()),
            410 => ("Expired", "The provided continue parameter is too old".to_owned()),
            429 => ("TooManyRequests", "too many requests, please try again later".to_owned()),
            503 => ("ServiceUnavailable", "apiserver not ready".to_owned()),
            _ => ("InternalError", "etcdserver: request timed out".to_owned()),
        };
        // A kind that is not served is answered without a name: the server does not know that one was meant.
        let details = if code == 404 { json!({}) } else { json!({"name": name, "kind": resource}) };
        let body = json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": message, "reason": reason, "code": code, "details": details,
        });
        let mut answer = Response::builder().status(code).header(header::CONTENT_TYPE, "application/json");
        if let Some(seconds) = retry_after {
            answer = answer.header(header::RETRY_AFTER, seconds);
        }
        answer.body(Bytes::from(body.to_string())).expect("a code and two headers make an answer")
    }

    /// The one event of a watch that is too old.
    pub(super) fn expired() -> Bytes {
        let status = json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": "too old resource version: 1 (2)", "reason": "Expired", "code": 410,
        });
        Bytes::from(format!("{}\n", json!({"type": "ERROR", "object": status})))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Delay(delay) => write!(f, "{delay:?} late"),
            Self::Held(_) => f.write_str("held"),
            Self::Refuse(code, None) => write!(f, "answered {code}"),
            Self::Refuse(code, Some(seconds)) => write!(f, "answered {code}, retry after {seconds} s"),
            Self::Silent => f.write_str("never answered"),
            Self::Unsent => f.write_str("cut before it was sent"),
            Self::AnswerLost => f.write_str("done, and the answer lost"),
            Self::Cut(pieces) => write!(f, "cut after {pieces} pieces and a half"),
            Self::Mute(pieces) => write!(f, "silent after {pieces} pieces"),
            Self::Expired => f.write_str("too old"),
            Self::OldList => f.write_str("an old list"),
            Self::OldEvent => f.write_str("an old event, then cut"),
        }
    }
}
