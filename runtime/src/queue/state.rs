//! All rules of the queue, as a state machine that neither waits nor asks for the time.
//!
//! Every operation that time matters to gets `now`, and first lets the timers fire that are due by then: the outcome
//! depends on what was asked and when, never on who happened to look at the queue in between.

mod ending;
mod resync;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::backoff::{Backoff, Jitter};
use super::claim::Taken;
use super::lanes::Lanes;
use super::limiter::Bucket;
use super::slot::{Delay, Ready, Running, Timer};
use super::slots::{Hashed, Slots};
use super::{Key, MAX_DELAY, Priority, Settings, Stats};

#[derive(Debug)]
pub(super) struct State<K> {
    concurrency: usize,
    debounce: Option<Duration>,
    backoff: Backoff,
    jitter: Jitter,
    bucket: Bucket,
    slots: Slots<K>,
    lanes: Lanes,
    timers: BTreeSet<Timer>,
    timers_set: u64,
    in_flight: usize,
    closed: bool,
    /// The counters; the rest is filled in when somebody asks.
    totals: Stats,
}

/// When the next start can be if nothing else happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextStart {
    /// Only an add, or the end of a claim, helps.
    Never,
    Now,
    At(Instant),
}

impl<K: Key> State<K> {
    pub(super) fn new(settings: &Settings, now: Instant) -> Self {
        Self {
            // With none allowed in flight nothing would ever start.
            concurrency: settings.concurrency.max(1),
            debounce: settings.debounce.filter(|quiet| !quiet.is_zero()).map(|quiet| quiet.min(MAX_DELAY)),
            backoff: settings.backoff,
            jitter: Jitter::new(settings.seed),
            bucket: Bucket::new(settings.retry_rate, now),
            slots: Slots::new(),
            lanes: Lanes::new(),
            timers: BTreeSet::new(),
            timers_set: 0,
            in_flight: 0,
            closed: false,
            totals: Stats::default(),
        }
    }

    pub(super) fn add(&mut self, now: Instant, key: Hashed<&K>, priority: Priority) {
        self.fire(now);
        if self.closed {
            return;
        }
        let id = self.slots.find_or_insert(key);
        let slot = &mut self.slots[id];
        match self.debounce {
            Some(quiet) if slot.is_debounced(priority) => {
                slot.later().settle(now, quiet, priority);
                self.set_timer(id);
            }
            _ => self.make_ready(now, id, priority),
        }
    }

    pub(super) fn add_after(&mut self, now: Instant, key: Hashed<&K>, delay: Duration) {
        self.fire(now);
        if self.closed {
            return;
        }
        let id = self.slots.find_or_insert(key);
        let priority = self.slots[id].inherited_priority();
        self.start_after(now, id, delay, priority, false);
    }

    /// Counts a failure and plans the retry; returns the chosen delay.
    pub(super) fn retry(&mut self, now: Instant, key: Hashed<&K>) -> Duration {
        self.fire(now);
        if self.closed {
            return self.backoff.after(self.failures(key).saturating_add(1)).min(MAX_DELAY);
        }
        let id = self.slots.find_or_insert(key);
        self.plan_retry(now, id, MAX_DELAY)
    }

    pub(super) fn forget(&mut self, key: Hashed<&K>) {
        if let Some(id) = self.slots.find(key) {
            self.slots[id].failures = 0;
            self.slots.tidy(id);
        }
    }

    pub(super) fn failures(&self, key: Hashed<&K>) -> u32 {
        self.slots.find(key).map_or(0, |id| self.slots[id].failures)
    }

    /// Starts the key whose turn it is, if one is ready and there is room.
    pub(super) fn take(&mut self, now: Instant) -> Option<Taken<K>> {
        self.fire(now);
        if !self.has_room() {
            return None;
        }
        let id = self.lanes.pop()?;
        let slot = &mut self.slots[id];
        let ready = slot.ready.take()?;
        slot.running = Some(Running { priority: ready.priority, since: now });
        self.in_flight += 1;
        self.totals.starts += 1;
        Some(Taken {
            id,
            key: slot.key.clone(),
            priority: ready.priority,
            failures: slot.failures,
            waited: now.saturating_duration_since(ready.since),
        })
    }

    /// No more starts: all that waits is dropped, what runs may end.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.lanes.clear();
        self.timers.clear();
        self.slots.sweep(|slot| {
            (slot.ready, slot.later) = (None, None);
        });
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    pub(super) fn in_flight(&self) -> usize {
        self.in_flight
    }

    /// Whether nothing runs and nothing could start now.
    pub(super) fn is_idle(&mut self, now: Instant) -> bool {
        self.fire(now);
        self.in_flight == 0 && self.lanes.is_empty()
    }

    /// When [`take`](Self::take) can succeed next.
    pub(super) fn next_start(&self) -> NextStart {
        match self.has_room() {
            false => NextStart::Never,
            true if !self.lanes.is_empty() => NextStart::Now,
            true => self.timers.first().map_or(NextStart::Never, |&(due, ..)| NextStart::At(due)),
        }
    }

    /// Whether it makes a difference how late it is.
    pub(super) fn has_timers(&self) -> bool {
        !self.timers.is_empty()
    }

    pub(super) fn stats(&mut self, now: Instant) -> Stats {
        self.fire(now);
        let mut stats = Stats {
            ready: self.lanes.len(Priority::Live) + self.lanes.len(Priority::Background),
            ready_in_background: self.lanes.len(Priority::Background),
            delayed: self.timers.len(),
            in_flight: self.in_flight,
            known: self.slots.len(),
            ..self.totals.clone()
        };
        for slot in self.slots.iter() {
            if let Some(running) = &slot.running {
                let ran = now.saturating_duration_since(running.since);
                stats.longest_run = stats.longest_run.max(ran);
                stats.unfinished += ran;
            } else if let Some(ready) = &slot.ready {
                stats.oldest_wait = stats.oldest_wait.max(now.saturating_duration_since(ready.since));
            }
        }
        stats
    }

    fn plan_retry(&mut self, now: Instant, id: usize, most: Duration) -> Duration {
        self.totals.retries += 1;
        let slot = &mut self.slots[id];
        slot.failures = slot.failures.saturating_add(1);
        let backoff = self.jitter.spread(self.backoff.after(slot.failures).min(most)).min(MAX_DELAY);
        if slot.ready.is_some() {
            // It starts at once in any case, which costs no token.
            return backoff;
        }
        if let Some(later) = &mut slot.later
            && let Some(delay) = &mut later.delay
            && std::mem::take(&mut delay.token)
        {
            // One key holds one token, however often it is reported.
            self.bucket.give_back();
        }
        let delay = backoff.max(self.bucket.take(now)).min(MAX_DELAY);
        // What fails again and again must not stand in the way of what changes.
        self.start_after(now, id, delay, Priority::Background, true);
        delay
    }

    fn start_after(&mut self, now: Instant, id: usize, delay: Duration, priority: Priority, token: bool) {
        let slot = &mut self.slots[id];
        if slot.ready.is_some() {
            // The start that comes anyway is later than this call, and its pass decides about the next visit.
            return;
        }
        if delay.is_zero() {
            return self.make_ready(now, id, priority);
        }
        slot.later().delay(Delay { due: now + delay.min(MAX_DELAY), priority, token });
        self.set_timer(id);
    }

    /// The key starts as soon as possible, and that start answers every timer it has.
    fn make_ready(&mut self, since: Instant, id: usize, priority: Priority) {
        let slot = &mut self.slots[id];
        if let Some(later) = slot.later.take() {
            if let Some(delay) = later.delay
                && delay.token
                && delay.due > since
            {
                self.bucket.give_back();
            }
            if let Some(timer) = later.timer {
                self.timers.remove(&timer);
            }
        }
        match &mut slot.ready {
            Some(ready) if ready.priority >= priority => {}
            Some(ready) => {
                ready.priority = priority;
                ready.ticket = ready.ticket.map(|ticket| self.lanes.upgrade(ticket, id));
            }
            None => {
                self.totals.adds += 1;
                let ticket = if slot.running.is_none() { Some(self.lanes.push(priority, id)) } else { None };
                slot.ready = Some(Ready { priority, since, ticket });
            }
        }
    }

    /// Makes every key ready whose time has come.
    fn fire(&mut self, now: Instant) {
        while let Some(&(due, _, id)) = self.timers.first()
            && due <= now
        {
            // This takes the timer away, so the loop ends.
            let priority = self.slots[id].later().priority();
            self.make_ready(due, id, priority);
        }
    }

    /// Makes the timer set agree with what the slot waits for.
    fn set_timer(&mut self, id: usize) {
        let later = self.slots[id].later();
        let due = later.due();
        if later.timer.map(|(at, ..)| at) == due {
            return;
        }
        if let Some(old) = later.timer.take() {
            self.timers.remove(&old);
        }
        if let Some(at) = due {
            self.timers_set += 1;
            let timer = (at, self.timers_set, id);
            later.timer = Some(timer);
            self.timers.insert(timer);
        }
    }

    fn has_room(&self) -> bool {
        !self.closed && self.in_flight < self.concurrency
    }
}
