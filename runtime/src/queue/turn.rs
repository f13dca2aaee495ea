//! One call of `next`: a future that looks, waits, and leaves without a trace.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use futures::future::BoxFuture;

use super::Key;
use super::claim::Taken;
use super::wait::{Look, Shared};

/// Gives the key whose turn it is, or `None` once the queue is shut down.
pub(super) struct Turn<'a, K: Key> {
    shared: &'a Shared<K>,
    /// Set while it waits.
    id: Option<u64>,
    /// Set while it holds the timer.
    sleep: Option<(Instant, BoxFuture<'static, ()>)>,
}

impl<'a, K: Key> Turn<'a, K> {
    pub(super) fn new(shared: &'a Shared<K>) -> Self {
        Self { shared, id: None, sleep: None }
    }
}

impl<K: Key> Future for Turn<'_, K> {
    type Output = Option<Taken<K>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let due = match this.shared.take(&mut this.id, cx.waker()) {
            Look::Claim(taken) => return Poll::Ready(Some(taken)),
            Look::Closed => return Poll::Ready(None),
            Look::Wait(due) => due,
        };
        let Some(due) = due else {
            this.sleep = None;
            return Poll::Pending;
        };
        let (_, sleep) = match &mut this.sleep {
            Some(sleep) if sleep.0 == due => sleep,
            other => other.insert((due, this.shared.clock.sleep_until(due))),
        };
        if sleep.as_mut().poll(cx).is_ready() {
            // The time came after the look, or the timer fired a little early: either way it looks again, and other
            // tasks may run before that.
            this.sleep = None;
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

impl<K: Key> Drop for Turn<'_, K> {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.shared.give_up(id);
        }
    }
}
