//! The end of a claim, and what its holder says of it. The slot is known, so no key is looked up.

use std::time::{Duration, Instant};

use super::State;
use crate::queue::{Key, MAX_DELAY};

impl<K: Key> State<K> {
    /// What ran succeeded, or failed for good.
    pub(in crate::queue) fn succeed(&mut self, id: usize) {
        self.slots[id].failures = 0;
    }

    /// It succeeded and asks for another start.
    pub(in crate::queue) fn again(&mut self, now: Instant, id: usize, delay: Duration) {
        self.fire(now);
        self.succeed(id);
        if !self.closed {
            let priority = self.slots[id].inherited_priority();
            self.start_after(now, id, delay, priority, false);
        }
    }

    /// It failed, and waits for `most` at the most; returns the delay chosen.
    pub(in crate::queue) fn fail(&mut self, now: Instant, id: usize, most: Option<Duration>) -> Duration {
        self.fire(now);
        if self.closed {
            return self.backoff.after(self.slots[id].failures.saturating_add(1)).min(MAX_DELAY);
        }
        self.plan_retry(now, id, most.unwrap_or(MAX_DELAY))
    }

    /// Ends what [`take`](Self::take) started. A key that is due by now is in line before this one.
    pub(in crate::queue) fn release(&mut self, now: Instant, id: usize) {
        self.fire(now);
        let slot = &mut self.slots[id];
        slot.running = None;
        self.in_flight -= 1;
        match &mut slot.ready {
            Some(ready) => ready.ticket = Some(self.lanes.push(ready.priority, id)),
            None => self.slots.tidy(id),
        }
    }
}
