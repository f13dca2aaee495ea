//! Which events are written, and when: repeats are folded, floods are cut. Times in, writes out.

mod budget;

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};

use k8s_openapi::jiff::Timestamp;

use self::budget::Budgets;
use super::{EventType, Regarding, body};

/// An event that was not repeated for so long is over: said again, it is a new one.
const WINDOW: Duration = Duration::from_secs(600);
/// The count of repeats is written so long after the event itself or after the last count.
const COUNTS: Duration = Duration::from_secs(60);
/// Events that wait to be written. More are dropped: during an outage nothing may pile up.
const QUEUE: usize = 256;
/// Events that repeats are folded into, as many as client-go remembers.
const REMEMBERED: usize = 4096;

/// What was said. Two that are equal are one event, said twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Said {
    pub(super) type_: EventType,
    pub(super) about: Regarding,
    pub(super) reason: String,
    pub(super) note: String,
}

impl Said {
    pub(super) fn new(type_: EventType, about: Regarding, reason: &str, note: &str) -> Self {
        Self { type_, about, reason: body::reason(reason), note: body::note(note) }
    }
}

/// A request to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Write {
    /// Say it for the first time.
    Create(Arc<Said>),
    /// Say how often it was said.
    Count {
        said: Arc<Said>,
        /// The name under which it was created.
        name: String,
        count: i32,
        last: Timestamp,
    },
}

#[derive(Debug)]
struct Entry {
    /// Its name on the server, once it is there.
    name: Option<String>,
    count: i32,
    /// The count on the server.
    written: i32,
    written_at: Instant,
    last: Instant,
    last_time: Timestamp,
}

impl Entry {
    fn new(now: Instant, time: Timestamp) -> Self {
        Self { name: None, count: 1, written: 0, written_at: now, last: now, last_time: time }
    }

    /// When its count is to be written, if it is.
    fn due(&self) -> Option<Instant> {
        (self.name.is_some() && self.count > self.written).then(|| self.written_at + COUNTS)
    }

    fn is_over(&self, now: Instant) -> bool {
        self.name.is_some()
            && self.count == self.written
            && now.saturating_duration_since(self.last) >= WINDOW
    }
}

/// All that was said of late.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    entries: HashMap<Arc<Said>, Entry>,
    /// Those that are not on the server yet, in the order in which they were said.
    new: VecDeque<Arc<Said>>,
    budgets: Budgets,
    /// Nothing waits any more.
    finishing: bool,
    dropped: u64,
}

impl Ledger {
    /// Takes it in. Says whether there is something to be written now.
    pub(super) fn say(&mut self, said: Said, now: Instant, time: Timestamp) -> bool {
        match self.entries.get_mut(&said) {
            Some(entry) if !entry.is_over(now) => {
                entry.count = entry.count.saturating_add(1);
                (entry.last, entry.last_time) = (now, time);
                return self.finishing;
            }
            _ => {}
        }
        if self.new.len() >= QUEUE || !self.budgets.take(&said.about.uid, now) {
            self.dropped += 1;
            return false;
        }
        self.make_room(now);
        let said = Arc::new(said);
        self.entries.insert(said.clone(), Entry::new(now, time));
        self.new.push_back(said);
        true
    }

    /// What is to be written now.
    pub(super) fn next(&mut self, now: Instant) -> Option<Write> {
        if let Some(said) = self.new.pop_front() {
            return Some(Write::Create(said));
        }
        let due = |entry: &Entry| entry.due().is_some_and(|due| self.finishing || due <= now);
        let (said, entry) = self.entries.iter().find(|(_, entry)| due(entry))?;
        let name = entry.name.clone()?;
        Some(Write::Count { said: said.clone(), name, count: entry.count, last: entry.last_time })
    }

    /// When something is to be written next, apart from what is to be written now.
    pub(super) fn due(&self) -> Option<Instant> {
        self.entries.values().filter_map(Entry::due).min()
    }

    /// It is on the server under this name.
    pub(super) fn created(&mut self, said: &Said, name: String, now: Instant) {
        if let Some(entry) = self.entries.get_mut(said) {
            (entry.name, entry.written, entry.written_at) = (Some(name), 1, now);
        }
    }

    /// The server has this count.
    pub(super) fn counted(&mut self, said: &Said, count: i32, now: Instant) {
        if let Some(entry) = self.entries.get_mut(said) {
            (entry.written, entry.written_at) = (count, now);
        }
    }

    /// The server does not have it any more: its time was up. What was said since is a new event.
    pub(super) fn expired(&mut self, said: &Arc<Said>, now: Instant) {
        if let Some(entry) = self.entries.get_mut(said) {
            entry.count = (entry.count - entry.written).max(1);
            (entry.name, entry.written, entry.written_at) = (None, 0, now);
            self.new.push_back(said.clone());
        }
    }

    /// It could not be written, and is forgotten: said again, it is a new one.
    pub(super) fn lost(&mut self, said: &Said) {
        self.entries.remove(said);
        self.dropped += 1;
    }

    /// From now on counts do not wait.
    pub(super) fn finish(&mut self) {
        self.finishing = true;
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Forgets what is over, or else what was said the longest time ago.
    fn make_room(&mut self, now: Instant) {
        if self.entries.len() < REMEMBERED {
            return;
        }
        self.entries.retain(|_, entry| !entry.is_over(now));
        if self.entries.len() >= REMEMBERED {
            let on_server = self.entries.iter().filter(|(_, entry)| entry.name.is_some());
            let oldest = on_server.min_by_key(|(_, entry)| entry.last).map(|(said, _)| said.clone());
            oldest.map(|said| self.entries.remove(&said));
        }
    }
}

#[cfg(test)]
mod tests;
