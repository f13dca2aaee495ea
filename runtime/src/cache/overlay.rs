//! Answers of our own writes that the watch has not delivered yet.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{Writer, index::Index, version::Version};
use crate::object::{Object, ObjectKey};

/// How long an entry lives at most. By then the watch is broken, and the base is as good as the answer.
pub(super) const LIFETIME: Duration = Duration::from_secs(30);

/// Entries by key.
#[derive(Debug, Default)]
pub(super) struct Overlay {
    entries: HashMap<ObjectKey, Entry>,
    index: Index,
    count: u64,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) what: What,
    at: Instant,
    /// The overlay's counter when the entry was made.
    pub(super) number: u64,
}

#[derive(Debug)]
pub(super) enum What {
    /// What the server answered.
    Written {
        object: Arc<Object>,
        /// Versions that we wrote and that no event has brought yet, the object's own last, each with its writer.
        versions: Vec<(Version, Writer)>,
    },
    /// We deleted this incarnation.
    Removed {
        /// Its identity.
        uid: Box<str>,
    },
}

/// What an event did to the overlay.
#[derive(Debug, Default)]
pub(super) struct Effect {
    /// Whose write the event is the echo of.
    pub(super) echo: Option<Writer>,
    /// The answer that reads have shown until now and show no longer.
    pub(super) ended: Option<Arc<Object>>,
}

impl Overlay {
    /// See [`Index::use_label`]; before anything is in here.
    pub(super) fn use_label(&mut self, label: Arc<str>) {
        self.index.use_label(label);
    }

    /// How many entries were ever made: tells what came before and what after the beginning of a list.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn get(&self, key: &ObjectKey) -> Option<&What> {
        self.entries.get(key).map(|entry| &entry.what)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &Entry)> {
        self.entries.iter()
    }

    pub(super) fn owned_by(&self, uid: &str) -> impl Iterator<Item = &ObjectKey> {
        self.index.keys(uid)
    }

    /// Shows the answer of a write, unless that of a later write is shown, or that of the object's deletion.
    /// Returns whether it is shown.
    pub(super) fn write(
        &mut self,
        key: ObjectKey,
        object: Arc<Object>,
        (version, by): (Version, Writer),
        now: Instant,
    ) -> bool {
        let mut versions = match self.get(&key) {
            Some(What::Written { versions, .. }) if latest(versions) >= Some(&version) => return false,
            Some(What::Written { versions, .. }) => versions.clone(),
            Some(What::Removed { uid }) if **uid == *object.meta().uid => return false,
            _ => Vec::new(),
        };
        versions.push((version, by));
        self.insert(key, What::Written { object, versions }, now);
        true
    }

    /// Hides an incarnation.
    pub(super) fn hide(&mut self, key: ObjectKey, uid: &str, now: Instant) {
        self.insert(key, What::Removed { uid: uid.into() }, now);
    }

    /// An event for a key ends its entry, whatever its type, once it is at least as new.
    pub(super) fn event(&mut self, key: &ObjectKey, version: &str, uid: &str, deleted: bool) -> Effect {
        match self.entries.get_mut(key).map(|entry| &mut entry.what) {
            None => Effect::default(),
            Some(What::Removed { uid: hidden }) => {
                // Our deletion has come, or somebody has made a new object of the name.
                if (**hidden == *uid) == deleted {
                    self.end(key);
                }
                Effect::default()
            }
            Some(What::Written { object, versions }) => {
                let version = Version::parse(version);
                let same = versions.iter().find(|(own, _)| !deleted && Some(own) == version.as_ref());
                let echo = same.map(|(_, by)| *by);
                // A version that cannot be compared ends the entry, too: base is what can be relied on.
                versions.retain(|(own, _)| version.as_ref().is_some_and(|version| own > version));
                let ended = versions.is_empty().then(|| object.clone());
                if ended.is_some() {
                    self.end(key);
                }
                Effect { echo, ended }
            }
        }
    }

    /// Ends the entries for which `over` holds, and returns them.
    pub(super) fn end_where(&mut self, over: impl Fn(&ObjectKey, &Entry) -> bool) -> Vec<(ObjectKey, What)> {
        let keys: Vec<ObjectKey> =
            self.entries.iter().filter(|(key, entry)| over(key, entry)).map(|(key, _)| key.clone()).collect();
        keys.into_iter().filter_map(|key| self.end(&key).map(|entry| (key, entry.what))).collect()
    }

    /// Ends the entries that have lived their time, and returns them.
    pub(super) fn expire(&mut self, now: Instant) -> Vec<(ObjectKey, What)> {
        self.end_where(|_, entry| entry.at + LIFETIME <= now)
    }

    /// When the next entry has lived its time.
    pub(super) fn next_expiry(&self) -> Option<Instant> {
        self.entries.values().map(|entry| entry.at + LIFETIME).min()
    }

    fn insert(&mut self, key: ObjectKey, what: What, at: Instant) {
        self.end(&key);
        if let What::Written { object, .. } = &what {
            self.index.insert(&key, object);
        }
        self.count += 1;
        self.entries.insert(key, Entry { what, at, number: self.count });
    }

    fn end(&mut self, key: &ObjectKey) -> Option<Entry> {
        let entry = self.entries.remove(key)?;
        if let What::Written { object, .. } = &entry.what {
            self.index.remove(key, object);
        }
        Some(entry)
    }
}

/// The version of the last answer.
pub(super) fn latest(versions: &[(Version, Writer)]) -> Option<&Version> {
    versions.last().map(|(version, _)| version)
}
