//! A look at every key now and then, also when nobody asked for one.

use std::time::{Duration, Instant};

use super::State;
use crate::queue::slots::Hashed;
use crate::queue::{Key, MAX_DELAY, Priority};

impl<K: Key> State<K> {
    /// Plans a background start in the last tenth of the period, and returns when. What starts earlier anyway stays.
    pub(in crate::queue) fn resync(
        &mut self,
        now: Instant,
        key: Hashed<&K>,
        period: Duration,
    ) -> Option<Duration> {
        self.fire(now);
        if self.closed || period.is_zero() {
            return None;
        }
        let delay = self.jitter.within(period.min(MAX_DELAY));
        let id = self.slots.find_or_insert(key);
        self.start_after(now, id, delay, Priority::Background, false);
        Some(delay)
    }
}
