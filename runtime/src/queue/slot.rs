//! What the queue knows of one key.

use std::time::{Duration, Instant};

use super::lanes::Ticket;
use super::{DEBOUNCE_LIMIT, Priority};

/// A key's entry in the timer set: due time, a number that keeps equal times in order, and the slot.
pub(super) type Timer = (Instant, u64, usize);

/// The state of one key. A slot lives as long as any of it matters.
#[derive(Debug)]
pub(super) struct Slot<K> {
    pub(super) key: K,
    /// Of the key.
    pub(super) hash: u64,
    /// Set while a claim exists.
    pub(super) running: Option<Running>,
    /// Set when the key is to start as soon as possible: it stands in a lane, or, while it runs, will do so afterwards.
    pub(super) ready: Option<Ready>,
    /// Set while a start is planned for a later time. Apart, because most keys have none most of the time: a slot is
    /// two cache lines without it.
    pub(super) later: Option<Box<Later>>,
    /// Failures in a row.
    pub(super) failures: u32,
}

/// What waits for its time: at least one of the two starts.
#[derive(Debug, Default)]
pub(super) struct Later {
    /// A start that was asked for a later time.
    pub(super) delay: Option<Delay>,
    /// Adds that wait for the end of the debounce.
    pub(super) settling: Option<Settling>,
    /// The one entry of this slot in the timer set.
    pub(super) timer: Option<Timer>,
}

#[derive(Debug)]
pub(super) struct Running {
    pub(super) priority: Priority,
    pub(super) since: Instant,
}

#[derive(Debug)]
pub(super) struct Ready {
    pub(super) priority: Priority,
    pub(super) since: Instant,
    /// Place in the lane, `None` while the key runs.
    pub(super) ticket: Option<Ticket>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Delay {
    pub(super) due: Instant,
    pub(super) priority: Priority,
    /// Whether a token of the retry bucket was taken for it.
    pub(super) token: bool,
}

#[derive(Debug)]
pub(super) struct Settling {
    first: Instant,
    due: Instant,
    priority: Priority,
}

impl<K> Slot<K> {
    pub(super) fn new(key: K, hash: u64) -> Self {
        Self { key, hash, running: None, ready: None, later: None, failures: 0 }
    }

    /// Whether nothing would be lost with this slot.
    pub(super) fn is_vacant(&self) -> bool {
        self.running.is_none() && self.ready.is_none() && self.later.is_none() && self.failures == 0
    }

    /// The priority of a start that is asked for a later time: that of the pass which asks, else live.
    pub(super) fn inherited_priority(&self) -> Priority {
        self.running.as_ref().map_or(Priority::Live, |running| running.priority)
    }

    /// Whether an add waits for more of them. A ready key starts anyway, and one that is merely listed has not
    /// changed; but in an open window such an add must not end it.
    pub(super) fn is_debounced(&self, priority: Priority) -> bool {
        let is_open = || self.later.as_ref().is_some_and(|later| later.settling.is_some());
        self.ready.is_none() && (priority == Priority::Live || is_open())
    }

    pub(super) fn later(&mut self) -> &mut Later {
        self.later.get_or_insert_default()
    }
}

impl Later {
    /// When the first of its starts is due.
    pub(super) fn due(&self) -> Option<Instant> {
        let delay = self.delay.as_ref().map(|delay| delay.due);
        let settling = self.settling.as_ref().map(|settling| settling.due);
        delay.into_iter().chain(settling).min()
    }

    /// The priority of a start that answers all of them.
    pub(super) fn priority(&self) -> Priority {
        let delay = self.delay.as_ref().map(|delay| delay.priority);
        let settling = self.settling.as_ref().map(|settling| settling.priority);
        delay.into_iter().chain(settling).max().unwrap_or(Priority::Live)
    }

    /// Adds a delayed start; of two, the earliest wins and stands for both.
    pub(super) fn delay(&mut self, new: Delay) {
        self.delay = Some(match self.delay {
            Some(old) => Delay {
                due: old.due.min(new.due),
                priority: old.priority.max(new.priority),
                token: old.token || new.token,
            },
            None => new,
        });
    }

    /// Notes an add under debounce: it starts `quiet` after the last add, but not later than
    /// [`DEBOUNCE_LIMIT`] times that after the first.
    pub(super) fn settle(&mut self, now: Instant, quiet: Duration, priority: Priority) {
        let old = self.settling.as_ref();
        let first = old.map_or(now, |old| old.first);
        let priority = old.map_or(priority, |old| old.priority.max(priority));
        let due = (now + quiet).min(first + quiet * DEBOUNCE_LIMIT);
        self.settling = Some(Settling { first, due, priority });
    }
}
