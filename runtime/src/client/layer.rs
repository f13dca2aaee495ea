//! The one layer around kube's stack: counts, bounds each attempt, and obeys `Retry-After`.

use std::{
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{HeaderMap, Request, Response, StatusCode, header::RETRY_AFTER};
use kube::client::Body;
use tokio::time::{Instant, sleep, timeout_at};
use tower::{BoxError, Layer, Service};

use super::{
    ClientSettings, Counters,
    bounded::{Bound, BoundedBody},
};

/// No wait that a server asks for is obeyed longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A request took longer than it may.
#[derive(Debug, thiserror::Error)]
#[error("no complete answer within {after:?}")]
pub(super) struct TimedOut {
    pub(super) after: Duration,
}

/// Marks a request whose sender reads `Retry-After` itself and waits in its own way.
///
/// Others, kube's lists and watches, retry as their backoff says. Their answer is held back for as long as the server
/// wants to be left alone, and so whatever they do next obeys it.
#[derive(Clone, Copy)]
pub(super) struct ReadsRetryAfter;

/// Puts [`Stack`] around a service.
#[derive(Clone)]
pub(super) struct StackLayer {
    request_timeout: Duration,
    watch_silence: Duration,
    counters: Counters,
}

impl StackLayer {
    pub(super) fn new(settings: &ClientSettings) -> Self {
        Self {
            request_timeout: settings.request_timeout,
            watch_silence: settings.watch_silence,
            counters: settings.counters.clone(),
        }
    }
}

impl<S> Layer<S> for StackLayer {
    type Service = Stack<S>;

    fn layer(&self, inner: S) -> Stack<S> {
        Stack { inner, settings: self.clone() }
    }
}

/// The layer's service.
pub(super) struct Stack<S> {
    inner: S,
    settings: StackLayer,
}

impl<S, B> Service<Request<Body>> for Stack<S>
where
    S: Service<Request<Body>, Response = Response<B>>,
    S::Future: Send + 'static,
    S::Error: Into<BoxError>,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Response<BoundedBody>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.inner.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let watch = is_watch(request.uri().query());
        let hold_back = request.extensions().get::<ReadsRetryAfter>().is_none();
        let method = request.method().clone();
        let StackLayer { request_timeout: after, watch_silence, counters } = self.settings.clone();
        let at = Instant::now() + after;
        let answer = timeout_at(at, self.inner.call(request));
        Box::pin(async move {
            let answer = match answer.await {
                Ok(Ok(answer)) => answer,
                Ok(Err(error)) => {
                    counters.add(&method, None);
                    return Err(error.into());
                }
                Err(_) => {
                    counters.add(&method, None);
                    return Err(TimedOut { after }.into());
                }
            };
            counters.add(&method, Some(answer.status()));
            let mut at = at;
            if hold_back && let Some(wait) = retry_after(answer.status(), answer.headers()) {
                tracing::debug!(status = answer.status().as_u16(), ?wait, "the server asks to be left alone");
                sleep(wait).await;
                at += wait;
            }
            let bound = if watch && answer.status().is_success() {
                Bound::Silence(watch_silence)
            } else {
                Bound::Deadline { at, after }
            };
            Ok(answer.map(|body| BoundedBody::new(body, bound)))
        })
    }
}

/// How long the server wants to be left alone: `Retry-After` in seconds on 429, 503 and 504, a minute at most.
///
/// API servers send seconds; the date form of RFC 9110 is not read.
pub(super) fn retry_after(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    if !matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
    ) {
        return None;
    }
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).min(LONGEST_WAIT))
}

fn is_watch(query: Option<&str>) -> bool {
    query.is_some_and(|query| query.split('&').any(|pair| matches!(pair, "watch=true" | "watch=1")))
}
