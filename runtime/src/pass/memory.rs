//! The little that is remembered between passes. Nothing here is needed for correctness: after a restart it is empty.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use k8s_openapi::jiff::Timestamp;

use super::{
    pace::{Change, Unwritten},
    past::Past,
    plan::Planned,
};
use crate::{
    apply::Path,
    clock::{Clock, timestamp},
    object::{Kind, ObjectKey},
};

/// A name that somebody else has is looked at again after so long, doubled each time.
const SHORTEST_TAKEN: Duration = Duration::from_secs(5);
/// And after so long at the latest.
pub(super) const LONGEST_TAKEN: Duration = Duration::from_secs(300);

/// Notes on objects.
pub(super) struct Memory {
    clock: Arc<dyn Clock>,
    notes: Mutex<HashMap<ObjectKey, Note>>,
}

#[derive(Default)]
pub(super) struct Note {
    status_written: Option<Instant>,
    /// Pods that were ready then.
    ready_written: Option<i32>,
    /// Since when it has not been written that children are on their way.
    progress_differs: Option<Instant>,
    /// Since when numbers have differed from what was written.
    numbers_differ: Option<Instant>,
    /// Since when other pods have been ready.
    ready_differs: Option<Instant>,
    waits: u32,
    taken: u32,
    /// Until when the server wants to be left alone.
    rest: Option<Instant>,
    /// Reason of the last failure of an object without a status.
    reason: Option<Cow<'static, str>>,
    pub(super) uncovered: HashSet<Uncovered>,
    pub(super) pasts: HashMap<(Kind, ObjectKey), Past>,
}

/// A body that the server did not keep whole, with what it kept: applying it again changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Uncovered {
    pub(super) child: (Kind, ObjectKey),
    hash: String,
    fields: u64,
    /// What was not kept.
    lost: Vec<Path>,
}

impl Uncovered {
    pub(super) fn of(child: &Planned, fields: Option<&str>, lost: Vec<Path>) -> Self {
        let mut hasher = DefaultHasher::new();
        fields.hash(&mut hasher);
        Self {
            child: (child.kind.clone(), child.key.clone()),
            hash: child.hash.clone(),
            fields: hasher.finish(),
            lost,
        }
    }
}

impl Note {
    fn all_written(&mut self) {
        (self.progress_differs, self.numbers_differ, self.ready_differs) = (None, None, None);
    }
}

impl Memory {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, notes: Mutex::default() }
    }

    pub(super) fn forget(&self, key: &ObjectKey) {
        self.lock().remove(key);
    }

    /// What a status lacks that differs from the stored one, `ready` pods being ready now.
    pub(super) fn unwritten(&self, key: &ObjectKey, change: Change, ready: i32) -> Unwritten {
        let (now, numbers) = (self.clock.now(), change == Change::Numbers);
        let mut notes = self.lock();
        let note = notes.entry(key.clone()).or_default();
        let moved = note.ready_written != Some(ready);
        for (differs, since) in [
            (change == Change::Progress, &mut note.progress_differs),
            (numbers, &mut note.numbers_differ),
            (numbers && moved, &mut note.ready_differs),
        ] {
            *since = differs.then(|| since.unwrap_or(now));
        }
        let ago = |then| now.saturating_duration_since(then);
        Unwritten {
            last_write: note.status_written.map(ago),
            progress: note.progress_differs.map(ago).unwrap_or_default(),
            numbers: note.numbers_differ.map(ago).unwrap_or_default(),
            ready: note.ready_differs.map(ago),
        }
    }

    /// The status says already what is to be said.
    pub(super) fn nothing_unwritten(&self, key: &ObjectKey) {
        if let Some(note) = self.lock().get_mut(key) {
            note.all_written();
        }
    }

    pub(super) fn wrote_status(&self, key: &ObjectKey, ready: i32) {
        let mut notes = self.lock();
        let note = notes.entry(key.clone()).or_default();
        (note.status_written, note.ready_written) = (Some(self.clock.now()), Some(ready));
        note.all_written();
    }

    /// Takes the reason of a failure, or its absence, and says whether it is not the one before.
    pub(super) fn is_new_reason(&self, key: &ObjectKey, reason: Option<Cow<'static, str>>) -> bool {
        let mut notes = self.lock();
        if reason.is_none() && !notes.contains_key(key) {
            return false;
        }
        let note = notes.entry(key.clone()).or_default();
        let new = note.reason != reason;
        note.reason = reason;
        new
    }

    /// How long to wait for somebody else's work: half a second, doubled with each wait in a row, a minute at most.
    pub(super) fn wait(&self, key: &ObjectKey, waits: bool) -> Option<Duration> {
        let mut notes = self.lock();
        if !waits {
            notes.get_mut(key).into_iter().for_each(|note| note.waits = 0);
            return None;
        }
        let note = notes.entry(key.clone()).or_default();
        let delay = Duration::from_millis(500) * 2u32.pow(note.waits.min(7));
        note.waits += 1;
        Some(delay.min(Duration::from_secs(60)))
    }

    /// No request is to be sent for this object for so long.
    pub(super) fn rest(&self, key: &ObjectKey, delay: Duration) {
        let until = self.clock.now() + delay;
        let mut notes = self.lock();
        let rest = &mut notes.entry(key.clone()).or_default().rest;
        *rest = Some(rest.map_or(until, |rest| rest.max(until)));
    }

    /// For how long no request is to be sent for this object.
    pub(super) fn resting(&self, key: &ObjectKey) -> Option<Duration> {
        let until = self.lock().get(key)?.rest?;
        Some(until.saturating_duration_since(self.clock.now())).filter(|left| !left.is_zero())
    }

    /// How soon to look again at a name that somebody else has: nobody gives one up within moments.
    pub(super) fn taken(&self, key: &ObjectKey, taken: bool) -> Option<Duration> {
        let mut notes = self.lock();
        if !taken {
            notes.get_mut(key).into_iter().for_each(|note| note.taken = 0);
            return None;
        }
        let note = notes.entry(key.clone()).or_default();
        let delay = SHORTEST_TAKEN * 2u32.pow(note.taken.min(6));
        note.taken += 1;
        Some(delay.min(LONGEST_TAKEN))
    }

    pub(super) fn is_known(&self, owner: &ObjectKey, uncovered: &Uncovered) -> bool {
        self.lock().get(owner).is_some_and(|note| note.uncovered.contains(uncovered))
    }

    /// Notes it in place of what was known of the same child. Says whether it is new.
    pub(super) fn note(&self, owner: &ObjectKey, uncovered: Uncovered) -> bool {
        let mut notes = self.lock();
        let known = &mut notes.entry(owner.clone()).or_default().uncovered;
        known.retain(|old| *old == uncovered || old.child != uncovered.child);
        known.insert(uncovered)
    }

    /// What the server does not keep of this very body.
    pub(super) fn never_kept(&self, owner: &ObjectKey, child: &Planned) -> Vec<Path> {
        let notes = self.lock();
        let known = notes.get(owner).into_iter().flat_map(|note| &note.uncovered);
        let same = |old: &&Uncovered| {
            old.hash == child.hash && old.child.0 == child.kind && old.child.1 == child.key
        };
        known.filter(same).flat_map(|old| old.lost.clone()).collect()
    }

    pub(super) fn now(&self) -> Instant {
        self.clock.now()
    }

    /// The time of day.
    pub(super) fn time(&self) -> Timestamp {
        timestamp(&*self.clock)
    }

    /// Notes are plain data and stay whole.
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<ObjectKey, Note>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn a_name_that_is_taken_is_looked_at_ever_later() {
        let (memory, key) = (Memory::new(Arc::new(ManualClock::new())), ObjectKey::namespaced("ns", "a"));
        let seconds = |taken| memory.taken(&key, taken).map(|delay| delay.as_secs());
        let delays: Vec<_> = (0..9).filter_map(|_| seconds(true)).collect();
        assert_eq!(delays, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
        assert_eq!(seconds(false), None);
        assert_eq!(seconds(true), Some(5), "another time it begins anew");
    }

    #[test]
    fn a_rest_is_over_when_its_longest_is() {
        let clock = ManualClock::new();
        let (memory, key) = (Memory::new(Arc::new(clock.clone())), ObjectKey::namespaced("ns", "a"));
        let second = Duration::from_secs(1);
        memory.rest(&key, 3 * second);
        memory.rest(&key, second);
        clock.advance(2 * second);
        assert_eq!(memory.resting(&key), Some(second));
        clock.advance(second);
        assert_eq!(memory.resting(&key), None);
    }
}
