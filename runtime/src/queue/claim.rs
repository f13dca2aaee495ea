//! The right to work on one key, which ends when it is dropped.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::wait::Shared;
use super::{Key, Priority};

/// A key in flight. While this exists nobody else gets the key; dropping it, also by a panic, ends that.
///
/// An add of the key in the meantime starts it once more afterwards. A holder that has something to say of its work
/// ends the claim with [`succeed`](Self::succeed), [`again`](Self::again) or [`fail`](Self::fail): the next start then
/// keeps the priority of this one, and no add slips in between.
#[must_use = "dropping a claim ends it"]
pub struct Claim<K: Key> {
    shared: Arc<Shared<K>>,
    taken: Taken<K>,
    ended: bool,
}

impl<K: Key> Claim<K> {
    pub(super) fn new(shared: Arc<Shared<K>>, taken: Taken<K>) -> Self {
        Self { shared, taken, ended: false }
    }

    /// The claimed key.
    pub fn key(&self) -> &K {
        &self.taken.key
    }

    /// Failures in a row before this start.
    pub fn failures(&self) -> u32 {
        self.taken.failures
    }

    /// How long the key had been ready, counted from its first add that asked for this start.
    pub fn waited(&self) -> Duration {
        self.taken.waited
    }

    /// The line in which the key stood.
    pub fn priority(&self) -> Priority {
        self.taken.priority
    }

    /// The work succeeded or failed for good: the key's failure count is 0 again.
    pub fn succeed(mut self) {
        self.ended = true;
        self.shared.release(self.taken.id, true);
    }

    /// The work succeeded, and is to be looked at again after this delay, as [`Queue::add_after`](super::Queue::add_after)
    /// has it.
    pub fn again(mut self, delay: Duration) {
        self.ended = true;
        self.shared.release_with(self.taken.id, |state, now, id| state.again(now, id, delay));
    }

    /// The work failed and is tried again after the key's backoff, as [`Queue::retry`](super::Queue::retry) has it.
    /// Returns the delay chosen.
    pub fn fail(mut self) -> Duration {
        self.ended = true;
        self.shared.release_with(self.taken.id, |state, now, id| state.fail(now, id, None))
    }

    /// The same, with a backoff of `most` at the most, for what failed through no fault of the key. Retries of many keys
    /// are held back by the retry rate all the same.
    pub fn fail_within(mut self, most: Duration) -> Duration {
        self.ended = true;
        self.shared.release_with(self.taken.id, |state, now, id| state.fail(now, id, Some(most)))
    }
}

impl<K: Key> Drop for Claim<K> {
    fn drop(&mut self) {
        if !self.ended {
            self.shared.release(self.taken.id, false);
        }
    }
}

impl<K: Key + fmt::Debug> fmt::Debug for Claim<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Claim").field(&self.taken).finish()
    }
}

/// A key that has just become in flight.
#[derive(Debug)]
pub(super) struct Taken<K> {
    /// The key's slot.
    pub(super) id: usize,
    pub(super) key: K,
    pub(super) priority: Priority,
    pub(super) failures: u32,
    pub(super) waited: Duration,
}
