//! What passes remember of each child: what others took of it, and what the server refused.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    time::{Duration, Instant},
};

use super::{
    contest::{Contest, Ruling, Told},
    memory::Memory,
    plan::Planned,
};
use crate::{
    apply::Path,
    failure::Failed,
    object::{Kind, Object, ObjectKey},
};

/// The past of one child.
#[derive(Debug, Default)]
pub(super) struct Past {
    contest: Contest,
    refused: Option<Refused>,
}

#[derive(Debug)]
struct Refused {
    circumstances: Circumstances,
    at: Instant,
    failed: Failed,
}

/// All that a refusal may depend on and that we see: the body, what the object's owner asked for, and the child itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Circumstances(u64);

impl Circumstances {
    pub(super) fn of(owner: &Object, child: &Planned, live: Option<&Object>, manager: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        let meta = owner.meta();
        (&child.hash, &meta.uid, meta.generation, &meta.labels, &meta.annotations).hash(&mut hasher);
        if let Some(live) = live {
            let (meta, fields) = (live.meta(), live.own_fields(manager).map(|fields| fields.get()));
            (&meta.uid, meta.generation, fields).hash(&mut hasher);
            // A kind without generations has no status that moves the version all the time.
            if meta.generation == 0 {
                meta.resource_version.hash(&mut hasher);
            }
        }
        Self(hasher.finish())
    }
}

impl Memory {
    /// What to do about fields of a child that were taken.
    pub(super) fn ruling(&self, owner: &ObjectKey, child: &Planned, taken: &[Path]) -> Ruling {
        let now = self.now();
        self.with_past(owner, child, |past| past.contest.ruling(taken, now))
    }

    /// A child was applied: fields that were taken are put back, and nothing is refused.
    pub(super) fn put_back(&self, owner: &ObjectKey, child: &Planned, taken: &[Path], told: Option<Told>) {
        let now = self.now();
        self.with_past(owner, child, |past| {
            past.contest.put_back(taken, told, now);
            past.refused = None;
        });
    }

    /// A child is as it was applied. What is still told of it, and for how long.
    pub(super) fn kept(&self, owner: &ObjectKey, child: &Planned) -> Option<(Told, Duration)> {
        let now = self.now();
        self.known_past(owner, child, |past| {
            past.refused = None;
            past.contest.kept(now)
        })?
    }

    /// The refusal of this very body under the same circumstances, if it is not as old as `limit`.
    pub(super) fn refused(
        &self,
        owner: &ObjectKey,
        child: &Planned,
        circumstances: &Circumstances,
        limit: Duration,
    ) -> Option<Failed> {
        let now = self.now();
        self.known_past(owner, child, |past| {
            let refused = past.refused.as_ref().filter(|refused| refused.circumstances == *circumstances)?;
            let left = limit.saturating_sub(now.saturating_duration_since(refused.at));
            (!left.is_zero()).then(|| refused.failed.clone().after(left))
        })?
    }

    pub(super) fn note_refused(
        &self,
        owner: &ObjectKey,
        child: &Planned,
        circumstances: Circumstances,
        failed: Failed,
    ) {
        let at = self.now();
        self.with_past(owner, child, |past| past.refused = Some(Refused { circumstances, at, failed }));
    }

    /// Forgets children that are no longer wanted.
    pub(super) fn keep_children(&self, owner: &ObjectKey, wanted: &HashSet<(Kind, ObjectKey)>) {
        if let Some(note) = self.lock().get_mut(owner) {
            note.pasts.retain(|child, _| wanted.contains(child));
            note.uncovered.retain(|uncovered| wanted.contains(&uncovered.child));
        }
    }

    fn with_past<T>(&self, owner: &ObjectKey, child: &Planned, act: impl FnOnce(&mut Past) -> T) -> T {
        let mut notes = self.lock();
        let note = notes.entry(owner.clone()).or_default();
        act(note.pasts.entry((child.kind.clone(), child.key.clone())).or_default())
    }

    /// The same, without making one.
    fn known_past<T>(
        &self,
        owner: &ObjectKey,
        child: &Planned,
        act: impl FnOnce(&mut Past) -> T,
    ) -> Option<T> {
        let mut notes = self.lock();
        let past = notes.get_mut(owner)?.pasts.get_mut(&(child.kind.clone(), child.key.clone()))?;
        Some(act(past))
    }
}
