//! The asynchronous shell around the state machine: who waits, who is woken, who holds the timer.
//!
//! Of all that wait in `next`, the one that went to sleep last for a due time *holds the timer*; the others wait for a
//! wake-up only. Whoever leaves, with a claim or because its future was dropped, looks whether somebody else has to
//! take over. Nothing is handed to a waiter in advance, so a dropped future can lose nothing.

use std::sync::Arc;
use std::time::Instant;

use futures::future::{FutureExt, select};
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::claim::{Claim, Taken};
use super::state::State;
use super::{Key, Settings};
use crate::clock::Clock;

#[derive(Debug)]
pub(super) struct Shared<K> {
    inner: Mutex<Inner<K>>,
    clock: Arc<dyn Clock>,
    /// Wakes one waiter of `next`; all of them at the end.
    wake: Notify,
    /// Wakes all that wait for the end of the work in flight.
    quiet: Notify,
}

#[derive(Debug)]
struct Inner<K> {
    state: State<K>,
    waiting: usize,
    /// The turn that sleeps for the first due time, and for which time it does.
    timer: Option<(u64, Instant)>,
    turns: u64,
}

impl<K: Key> Inner<K> {
    /// Whether a waiter has something to do: to claim a key, or to sleep less long than anybody does now.
    fn should_wake(&self, now: Instant) -> bool {
        self.waiting > 0
            && self
                .state
                .next_start(now)
                .is_some_and(|at| at <= now || self.timer.is_none_or(|(_, armed)| at < armed))
    }
}

impl<K: Key> Shared<K> {
    pub(super) fn new(settings: &Settings, clock: Arc<dyn Clock>) -> Self {
        let state = State::new(settings, clock.now());
        let inner = Inner { state, waiting: 0, timer: None, turns: 0 };
        Self { inner: Mutex::new(inner), clock, wake: Notify::new(), quiet: Notify::new() }
    }

    /// Runs one operation on the state at the present instant, and wakes a waiter if that calls for one.
    pub(super) fn with<R>(&self, operation: impl FnOnce(&mut State<K>, Instant) -> R) -> R {
        let (result, wake) = {
            let mut inner = self.inner.lock();
            // Asked for under the lock: the state sees time in order.
            let now = self.clock.now();
            let result = operation(&mut inner.state, now);
            (result, inner.should_wake(now))
        };
        if wake {
            self.wake.notify_one();
        }
        result
    }

    /// Reads the state. Time that passed meanwhile is the business of whoever holds the timer: nobody is woken.
    pub(super) fn look<R>(&self, look: impl FnOnce(&mut State<K>, Instant) -> R) -> R {
        let mut inner = self.inner.lock();
        let now = self.clock.now();
        look(&mut inner.state, now)
    }

    pub(super) fn release(&self, id: usize) {
        let quiet = self.with(|state, now| {
            state.release(now, id);
            state.in_flight() == 0
        });
        if quiet {
            self.quiet.notify_waiters();
        }
    }

    pub(super) fn close(&self) {
        self.with(|state, _| state.close());
        self.wake.notify_waiters();
        self.quiet.notify_waiters();
    }

    /// Waits until `is_quiet` holds; it is looked at whenever nothing is in flight any more.
    pub(super) async fn until_quiet(&self, is_quiet: impl Fn(&mut State<K>, Instant) -> bool) {
        loop {
            // Made before the look: what comes between the two is not missed.
            let changed = self.quiet.notified();
            if self.look(&is_quiet) {
                return;
            }
            changed.await;
        }
    }

    pub(super) async fn next(self: &Arc<Self>) -> Option<Claim<K>> {
        let mut turn = Turn { shared: self, id: None };
        loop {
            let woken = self.wake.notified();
            match turn.look() {
                Look::Claim(taken) => return Some(Claim::new(self.clone(), taken)),
                Look::Closed => return None,
                Look::Wait(None) => woken.await,
                Look::Wait(Some(due)) => {
                    let woken = std::pin::pin!(woken);
                    select(woken, self.clock.sleep_until(due)).map(drop).await;
                }
            }
        }
    }
}

enum Look<K> {
    Claim(Taken<K>),
    Closed,
    /// Until woken, or until this instant.
    Wait(Option<Instant>),
}

/// One call of `next`, from its first look to its end.
struct Turn<'a, K: Key> {
    shared: &'a Shared<K>,
    /// Set while it is counted among the waiting.
    id: Option<u64>,
}

impl<K: Key> Turn<'_, K> {
    fn look(&mut self) -> Look<K> {
        let mut inner = self.shared.inner.lock();
        let now = self.shared.clock.now();
        if let Some(taken) = inner.state.take(now) {
            self.leave(&mut inner);
            let wake = inner.should_wake(now);
            drop(inner);
            if wake {
                self.shared.wake.notify_one();
            }
            return Look::Claim(taken);
        }
        if inner.state.is_closed() {
            self.leave(&mut inner);
            return Look::Closed;
        }
        let id = self.id.unwrap_or_else(|| {
            inner.waiting += 1;
            inner.turns += 1;
            inner.turns
        });
        self.id = Some(id);
        let due = inner.state.next_start(now);
        inner.timer = due.map(|at| (id, at));
        Look::Wait(due)
    }

    fn leave(&mut self, inner: &mut Inner<K>) {
        let Some(id) = self.id.take() else { return };
        inner.waiting -= 1;
        if inner.timer.is_some_and(|(holder, _)| holder == id) {
            inner.timer = None;
        }
    }
}

impl<K: Key> Drop for Turn<'_, K> {
    fn drop(&mut self) {
        if self.id.is_none() {
            return;
        }
        let mut inner = self.shared.inner.lock();
        self.leave(&mut inner);
        let wake = inner.should_wake(self.shared.clock.now());
        drop(inner);
        if wake {
            self.shared.wake.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn a_change_just_after_the_look_is_not_missed() {
        let shared = Shared::<u8>::new(&Settings::default(), Arc::new(ManualClock::new()));
        let looks = Cell::new(0);
        let quiet = shared.until_quiet(|_, _| {
            shared.quiet.notify_waiters();
            looks.set(looks.get() + 1);
            looks.get() == 2
        });
        assert!(quiet.now_or_never().is_some());
    }
}
