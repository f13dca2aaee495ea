//! The body of an answer, bounded in time.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt, combinators::UnsyncBoxBody};
use tokio::time::{Instant, Sleep, sleep_until};
use tower::BoxError;

use super::layer::TimedOut;

/// When a body is given up.
pub(super) enum Bound {
    /// At this time, as an error: half an answer is none.
    Deadline { at: Instant, after: Duration },
    /// After this long a silence, as an ordinary end: a watch that ends is resumed from where it was, while one that
    /// fails is reported and backed off from.
    Silence(Duration),
}

/// An answer's body that ends in time.
pub(super) struct BoundedBody {
    /// `None` once given up: dropping an unfinished body closes its connection, so that no later request waits on it.
    inner: Option<UnsyncBoxBody<Bytes, BoxError>>,
    bound: Bound,
    timer: Pin<Box<Sleep>>,
}

impl BoundedBody {
    pub(super) fn new<B>(body: B, bound: Bound) -> Self
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let at = match bound {
            Bound::Deadline { at, .. } => at,
            Bound::Silence(silence) => Instant::now() + silence,
        };
        let inner = Some(body.map_err(Into::into).boxed_unsync());
        Self { inner, bound, timer: Box::pin(sleep_until(at)) }
    }
}

impl Body for BoundedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = self.get_mut();
        let Some(inner) = &mut this.inner else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(inner).poll_frame(cx) {
            if let Bound::Silence(silence) = this.bound {
                this.timer.as_mut().reset(Instant::now() + silence);
            }
            return Poll::Ready(frame);
        }
        if this.timer.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        this.inner = None;
        Poll::Ready(match this.bound {
            Bound::Deadline { after, .. } => Some(Err(Box::new(TimedOut { after }))),
            Bound::Silence(silence) => {
                tracing::debug!(silence = ?silence, "a silent watch is ended, to be resumed on a new connection");
                None
            }
        })
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}
