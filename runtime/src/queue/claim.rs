//! The right to work on one key, which ends when it is dropped.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::wait::Shared;
use super::{Key, Priority};

/// A key in flight. While this exists nobody else gets the key; dropping it, also by a panic, ends that.
///
/// An add of the key in the meantime starts it once more afterwards. [`Queue::retry`](super::Queue::retry) and
/// [`Queue::add_after`](super::Queue::add_after) are best called before the drop: the next start then keeps the
/// priority of this one, and no add slips in between.
#[must_use = "dropping a claim ends it"]
pub struct Claim<K: Key> {
    shared: Arc<Shared<K>>,
    taken: Taken<K>,
}

impl<K: Key> Claim<K> {
    pub(super) fn new(shared: Arc<Shared<K>>, taken: Taken<K>) -> Self {
        Self { shared, taken }
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
}

impl<K: Key> Drop for Claim<K> {
    fn drop(&mut self) {
        self.shared.release(self.taken.id);
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
