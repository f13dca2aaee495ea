//! The asynchronous shell around the state machine: who waits, who is woken, who holds the timer.
//!
//! Of all that wait in `next`, one *holds the timer*: it sleeps until the first due time, the others until they are
//! woken. Whoever leaves, with a claim or because its future was dropped, looks whether somebody else has to take
//! over. Nothing is handed to a waiter in advance, so a dropped future can lose nothing.

use std::collections::VecDeque;
use std::hash::Hash;
use std::sync::Arc;
use std::task::Waker;
use std::time::Instant;

use hashbrown::DefaultHashBuilder;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;

use super::claim::{Claim, Taken};
use super::slots::Hashed;
use super::state::{NextStart, State};
use super::turn::Turn;
use super::{Key, Settings};
use crate::clock::Clock;

/// How often a thread looks whether the lock is free before it sleeps, after pauses that double. Who has the lock does
/// several things then before it goes to the other processor, which costs more than any of them.
const ROUNDS: u32 = 8;

#[derive(Debug)]
pub(super) struct Shared<K> {
    inner: Mutex<Inner<K>>,
    pub(super) clock: Arc<dyn Clock>,
    hasher: DefaultHashBuilder,
    /// Wakes all that wait for the end of the work in flight.
    quiet: Notify,
}

#[derive(Debug)]
struct Inner<K> {
    state: State<K>,
    /// The latest time that was seen.
    now: Instant,
    /// Turns that wait and were not woken yet, the first to be woken first.
    asleep: VecDeque<(u64, Waker)>,
    /// The turn that sleeps for the first due time, and for which time it does.
    timer: Option<(u64, Instant)>,
    turns: u64,
    /// How many wait for the end of the work in flight.
    quiet_wanted: usize,
}

impl<K: Key> Inner<K> {
    /// The waiter that has something to do: to claim a key, or to sleep less long than anybody does now.
    fn pop_woken(&mut self) -> Option<Waker> {
        if self.asleep.is_empty() {
            return None;
        }
        let wakes = match self.state.next_start() {
            NextStart::Never => false,
            NextStart::Now => true,
            NextStart::At(at) => self.timer.is_none_or(|(_, armed)| at < armed),
        };
        if wakes { self.asleep.pop_front().map(|(_, waker)| waker) } else { None }
    }

    fn leave(&mut self, turn: u64) {
        self.asleep.retain(|(id, _)| *id != turn);
        if self.timer.is_some_and(|(holder, _)| holder == turn) {
            self.timer = None;
        }
    }
}

/// What a turn finds.
pub(super) enum Look<K> {
    Claim(Taken<K>),
    Closed,
    /// Until woken, or until this instant.
    Wait(Option<Instant>),
}

impl<K: Key> Shared<K> {
    pub(super) fn new(settings: &Settings, clock: Arc<dyn Clock>) -> Self {
        let now = clock.now();
        let state = State::new(settings, now);
        let inner = Inner { state, now, asleep: VecDeque::new(), timer: None, turns: 0, quiet_wanted: 0 };
        Self { inner: Mutex::new(inner), clock, hasher: DefaultHashBuilder::default(), quiet: Notify::new() }
    }

    pub(super) fn hashed<Q: Hash>(&self, key: Q) -> Hashed<Q> {
        Hashed::new(&self.hasher, key)
    }

    /// The inner state, and the time for what is done to it.
    ///
    /// The clock is read before the lock is taken, which is held for half as long then. The state sees time in order
    /// all the same: whoever was overtaken since acts at the time of who overtook it.
    fn lock_now(&self) -> (MutexGuard<'_, Inner<K>>, Instant) {
        let now = self.clock.now();
        let mut inner = self.lock();
        inner.now = inner.now.max(now);
        let now = inner.now;
        (inner, now)
    }

    /// Runs one operation on the state at the present instant, and wakes a waiter if that calls for one.
    pub(super) fn with<R>(&self, operation: impl FnOnce(&mut State<K>, Instant) -> R) -> R {
        let (mut inner, now) = self.lock_now();
        let result = operation(&mut inner.state, now);
        unlock_and_wake(inner);
        result
    }

    /// Reads the state. Time that passed meanwhile is the business of whoever holds the timer: nobody is woken.
    pub(super) fn look<R>(&self, look: impl FnOnce(&mut State<K>, Instant) -> R) -> R {
        let (mut inner, now) = self.lock_now();
        look(&mut inner.state, now)
    }

    /// The same for what has nothing to do with time, which is not asked for: that costs as much as all the rest.
    pub(super) fn look_without_time<R>(&self, look: impl FnOnce(&mut State<K>) -> R) -> R {
        look(&mut self.lock().state)
    }

    /// Ends a claim of which nothing is to be said but whether it succeeded.
    pub(super) fn release(&self, id: usize, succeeded: bool) {
        let mut inner = self.lock();
        if inner.state.has_timers() {
            inner.now = inner.now.max(self.clock.now());
        }
        let now = inner.now;
        if succeeded {
            inner.state.succeed(id);
        }
        self.end(inner, now, id);
    }

    /// Ends a claim that goes on at another time; `ending` says when.
    pub(super) fn release_with<R>(
        &self,
        id: usize,
        ending: impl FnOnce(&mut State<K>, Instant, usize) -> R,
    ) -> R {
        let (mut inner, now) = self.lock_now();
        let result = ending(&mut inner.state, now, id);
        self.end(inner, now, id);
        result
    }

    fn end(&self, mut inner: MutexGuard<'_, Inner<K>>, now: Instant, id: usize) {
        inner.state.release(now, id);
        let quiet = inner.quiet_wanted > 0 && inner.state.in_flight() == 0;
        unlock_and_wake(inner);
        if quiet {
            self.quiet.notify_waiters();
        }
    }

    pub(super) fn close(&self) {
        let asleep = {
            let mut inner = self.lock();
            inner.state.close();
            std::mem::take(&mut inner.asleep)
        };
        for (_, waker) in asleep {
            waker.wake();
        }
        self.quiet.notify_waiters();
    }

    /// Waits until `is_quiet` holds; it is looked at whenever nothing is in flight any more.
    pub(super) async fn until_quiet(&self, is_quiet: impl Fn(&mut State<K>, Instant) -> bool) {
        let _wanted = QuietWanted::new(self);
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
        let taken = Turn::new(self).await?;
        Some(Claim::new(self.clone(), taken))
    }

    /// One look of a turn, which waits with this waker if there is nothing for it.
    pub(super) fn take(&self, turn: &mut Option<u64>, waker: &Waker) -> Look<K> {
        let (mut inner, now) = self.lock_now();
        if let Some(taken) = inner.state.take(now) {
            if let Some(turn) = turn.take() {
                inner.leave(turn);
            }
            unlock_and_wake(inner);
            return Look::Claim(taken);
        }
        if inner.state.is_closed() {
            if let Some(turn) = turn.take() {
                inner.leave(turn);
            }
            return Look::Closed;
        }
        let id = *turn.get_or_insert_with(|| {
            inner.turns += 1;
            inner.turns
        });
        match inner.asleep.iter_mut().find(|(asleep, _)| *asleep == id) {
            Some((_, old)) => old.clone_from(waker),
            None => inner.asleep.push_back((id, waker.clone())),
        }
        let due = match inner.state.next_start() {
            NextStart::At(at) => Some(at),
            NextStart::Never | NextStart::Now => None,
        };
        match (due, inner.timer) {
            // Somebody else sleeps for it already.
            (Some(at), Some((holder, armed))) if holder != id && armed <= at => Look::Wait(None),
            (Some(at), _) => {
                inner.timer = Some((id, at));
                Look::Wait(due)
            }
            (None, _) => {
                inner.timer = inner.timer.filter(|(holder, _)| *holder != id);
                Look::Wait(None)
            }
        }
    }

    /// The end of a turn that waited and got nothing.
    pub(super) fn give_up(&self, turn: u64) {
        let mut inner = self.lock();
        inner.leave(turn);
        unlock_and_wake(inner);
    }
}

impl<K> Shared<K> {
    /// Takes the lock, which is never held for long: on another processor its holder is done before a thread has gone
    /// to sleep, which would cost both of them many times as much.
    fn lock(&self) -> MutexGuard<'_, Inner<K>> {
        for round in 0..ROUNDS {
            if let Some(inner) = self.inner.try_lock() {
                return inner;
            }
            for _ in 0..1 << round {
                std::hint::spin_loop();
            }
        }
        self.inner.lock()
    }
}

/// Somebody who waits for the end of the work in flight; nobody else asks for the wake-ups.
struct QuietWanted<'a, K>(&'a Shared<K>);

impl<'a, K> QuietWanted<'a, K> {
    fn new(shared: &'a Shared<K>) -> Self {
        shared.lock().quiet_wanted += 1;
        Self(shared)
    }
}

impl<K> Drop for QuietWanted<'_, K> {
    fn drop(&mut self) {
        self.0.lock().quiet_wanted -= 1;
    }
}

/// A waker may run anything, so the lock goes first.
fn unlock_and_wake<K: Key>(mut inner: MutexGuard<'_, Inner<K>>) {
    let woken = inner.pop_woken();
    drop(inner);
    if let Some(waker) = woken {
        waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures::FutureExt;

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
