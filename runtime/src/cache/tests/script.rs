//! A client whose requests the test answers one by one, under a clock that the test moves.

use std::{convert::Infallible, time::Duration};

use bytes::Bytes;
use futures::channel::mpsc as body;
use http::{Request, Response};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody, combinators::UnsyncBoxBody};
use kube::client::Body;
use tokio::sync::{mpsc, oneshot};

use super::*;
use crate::{
    cache::{Cache, CacheSpec, Caches},
    clock::ManualClock,
};

type Answer = UnsyncBoxBody<Bytes, Infallible>;

/// A registry, and the test in the server's place.
pub(super) struct Script {
    pub(super) caches: Caches,
    pub(super) clock: ManualClock,
    requests: mpsc::UnboundedReceiver<Asked>,
}

/// A request that waits for its answer.
pub(super) struct Asked {
    /// Path and query.
    pub(super) uri: String,
    answer: oneshot::Sender<Response<Answer>>,
}

/// An answer that has begun.
pub(super) struct Stream(body::UnboundedSender<Result<Frame<Bytes>, Infallible>>);

impl Script {
    pub(super) fn new() -> Self {
        let (sender, requests) = mpsc::unbounded_channel();
        let service = tower::service_fn(move |request: Request<Body>| {
            let (answer, answered) = oneshot::channel();
            // A test that is over asks for nothing more.
            let _ = sender.send(Asked { uri: request.uri().to_string(), answer });
            async move { answered.await.map_err(|_| std::io::Error::other("the test refuses to connect")) }
        });
        let clock = ManualClock::new();
        let client = kube::Client::new(service, "default");
        Self { caches: Caches::new(client, Vec::new(), Arc::new(clock.clone())), clock, requests }
    }

    pub(super) fn cache(&self) -> Arc<Cache> {
        self.caches.get(&CacheSpec::all(reader().kind))
    }

    /// The next request.
    pub(super) async fn asked(&mut self) -> Asked {
        self.requests.recv().await.unwrap()
    }

    /// The next request, which is a page of a list. A server that does not stream lists: it refuses to.
    pub(super) async fn list(&mut self) -> Asked {
        let mut asked = self.asked().await;
        if asked.is_stream() {
            asked.refuse(422, 0);
            asked = self.asked().await;
        }
        assert!(!asked.is_watch(), "{}", asked.uri);
        asked
    }

    /// The next request, which is a list as events, as new as can be.
    pub(super) async fn stream(&mut self) -> Asked {
        let asked = self.asked().await;
        assert!(asked.is_stream(), "{}", asked.uri);
        for part in [
            "watch=true",
            "allowWatchBookmarks=true",
            "resourceVersionMatch=NotOlderThan",
            "resourceVersion=",
        ] {
            assert!(asked.uri.split(['?', '&']).any(|pair| pair == part), "{part} in {}", asked.uri);
        }
        asked
    }

    /// The next request, which asks where the server stands.
    pub(super) async fn probe(&mut self) -> Asked {
        let asked = self.list().await;
        assert!(asked.uri.contains("limit=1&") || asked.uri.ends_with("limit=1"), "{}", asked.uri);
        asked
    }

    /// The next request, which is a watch from this version on.
    pub(super) async fn watch(&mut self, version: &str) -> Asked {
        let asked = self.asked().await;
        assert!(asked.is_watch() && !asked.is_stream(), "{}", asked.uri);
        assert!(asked.uri.contains(&format!("&resourceVersion={version}")), "{}", asked.uri);
        assert!(asked.uri.contains("allowWatchBookmarks=true"), "{}", asked.uri);
        asked
    }

    /// Lets all tasks do what they can do without the test: they share its thread.
    pub(super) async fn idle(&mut self) {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(self.requests.try_recv().is_err(), "nobody asks for anything");
    }

    /// Waits until a task sleeps, and moves the clock to where it wakes. Returns how long that is.
    pub(super) async fn delay(&mut self) -> Duration {
        loop {
            if let Some(delay) = self.clock.until_next() {
                assert!(self.requests.try_recv().is_err(), "nobody asks before its time");
                self.clock.advance(delay);
                return delay;
            }
            tokio::task::yield_now().await;
        }
    }
}

impl Asked {
    pub(super) fn is_watch(&self) -> bool {
        self.uri.contains("watch=true")
    }

    fn is_stream(&self) -> bool {
        self.uri.contains("sendInitialEvents=true")
    }

    /// Answers with a whole body.
    pub(super) fn answer(self, code: u16, text: impl Into<String>) {
        let stream = self.begin(code);
        stream.send(text);
    }

    /// Answers with a page of a list. `next` is the token of the page after it.
    pub(super) fn page(self, version: &str, items: &[String], next: &str) {
        let items = items.join(",");
        self.answer(
            200,
            format!(r#"{{"kind":"ConfigMapList","apiVersion":"v1","metadata":{{"resourceVersion":"{version}","continue":"{next}"}},"items":[{items}]}}"#),
        );
    }

    /// Answers with a Status, indented as by a server that thinks of human readers.
    pub(super) fn refuse(self, code: u16, retry_after: u32) {
        let status = serde_json::json!({
            "kind": "Status", "apiVersion": "v1", "status": "Failure", "code": code, "reason": "R",
            "message": format!("words for {code}"), "details": {"retryAfterSeconds": retry_after},
        });
        self.answer(code, serde_json::to_string_pretty(&status).unwrap());
    }

    /// Begins an answer.
    pub(super) fn begin(self, code: u16) -> Stream {
        let (sender, receiver) = body::unbounded();
        let body = StreamBody::new(receiver).boxed_unsync();
        let _ = self.answer.send(Response::builder().status(code).body(body).unwrap());
        Stream(sender)
    }

    /// Waits until nobody waits for the answer any more.
    pub(super) async fn given_up(mut self) {
        self.answer.closed().await;
    }
}

impl Stream {
    /// Sends a piece. The answer ends when this is dropped.
    pub(super) fn send(&self, text: impl Into<String>) {
        self.0.unbounded_send(Ok(Frame::data(Bytes::from(text.into())))).unwrap();
    }
}

/// A line of a watch.
pub(super) fn line(event: &str, object: &str) -> String {
    format!("{{\"type\":\"{event}\",\"object\":{object}}}\n")
}

/// The line of a watch that is over because its version is too old.
pub(super) fn expired() -> String {
    line("ERROR", r#"{"kind":"Status","status":"Failure","reason":"Expired","code":410,"message":"too old"}"#)
}

/// The line that tells how far the watch is.
pub(super) fn bookmark(version: &str) -> String {
    line(
        "BOOKMARK",
        &format!(r#"{{"kind":"ConfigMap","apiVersion":"v1","metadata":{{"resourceVersion":"{version}"}}}}"#),
    )
}

/// The line that ends the list within a watch.
pub(super) fn end_of_list(version: &str) -> String {
    line(
        "BOOKMARK",
        &format!(
            r#"{{"kind":"ConfigMap","apiVersion":"v1","metadata":{{"resourceVersion":"{version}","annotations":{{"k8s.io/initial-events-end":"true"}}}}}}"#
        ),
    )
}

/// What has been announced until now.
pub(super) fn announced(changes: &mut mpsc::UnboundedReceiver<crate::cache::Change>) -> Vec<String> {
    let mut found = Vec::new();
    while let Ok(change) = changes.try_recv() {
        found.push(change);
    }
    tell(&found)
}
