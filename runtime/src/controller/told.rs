//! The last failure of each object: logged once, and what the operator's health says of missing rights.

use std::{
    collections::{BTreeMap, HashMap},
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tracing::{debug, info, warn};

use crate::{
    failure::{Class, Failed},
    object::ObjectKey,
};

/// The same failure in other words is told so often at most: error texts hold ports, ids and times.
const OTHER_WORDS: Duration = Duration::from_secs(60);

/// Failures of one kind's objects.
pub(super) struct Told {
    kind: &'static str,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last: HashMap<ObjectKey, Last>,
    /// What holds up objects through no fault of their own.
    causes: HashMap<String, Held>,
}

/// What an object failed by, and when that was told.
struct Last {
    failed: Failed,
    told: Instant,
}

/// How many objects a cause holds up.
#[derive(Default)]
struct Held {
    now: usize,
    most: usize,
}

impl Told {
    pub(super) fn new(kind: &'static str) -> Self {
        Self { kind, state: Mutex::default() }
    }

    /// A failure is told when it is another one than before; a repeat is for those who look closely. What has one cause
    /// for many objects, such as a server that is away, is told with the first of them and when it is over: in a night
    /// without a server that is two lines, and not two for each object.
    pub(super) fn log(&self, key: &ObjectKey, failed: Option<&Failed>, now: Instant) {
        let mut state = self.state.lock();
        let failed = failed.filter(|failed| !self.waits(key, failed));
        let before = state.last.remove(key);
        let (was, is) =
            (before.as_ref().and_then(|last| last.failed.cause()), failed.and_then(Failed::cause));
        let is_known = is.as_ref().is_some_and(|cause| state.enter(cause, was.as_ref() != Some(cause)));
        if let Some(failed) = failed {
            let again = before.filter(|last| last.is_like(failed, now));
            let told = match &again {
                Some(last) => last.told,
                None => now,
            };
            let (kind, reason, text) = (self.kind, &failed.reason, &failed.message);
            if is_known || again.is_some() {
                debug!(object = %key, kind, %reason, "again: {text}");
            } else if is.is_some() {
                warn!(object = %key, kind, %reason, "{text}; this is said once for all objects of the kind");
            } else {
                warn!(object = %key, kind, %reason, "{text}");
            }
            state.last.insert(key.clone(), Last { failed: failed.clone(), told });
        }
        if let Some(cause) = was.filter(|was| is.as_ref() != Some(was))
            && let Some(objects) = state.leave(&cause)
        {
            info!(kind = self.kind, objects, "over: {cause}");
        }
    }

    /// That something is waited for is no failure.
    fn waits(&self, key: &ObjectKey, failed: &Failed) -> bool {
        let waits = failed.class == Class::Waiting;
        if waits {
            debug!(object = %key, kind = self.kind, reason = %failed.reason, "{}", failed.message);
        }
        waits
    }

    /// The rights that passes lack, each with the number of objects that need it.
    pub(super) fn missing_rights(&self) -> BTreeMap<String, usize> {
        let mut rights = BTreeMap::new();
        for right in self.state.lock().last.values().filter_map(|last| last.failed.missing_right()) {
            *rights.entry(right.to_string()).or_default() += 1;
        }
        rights
    }
}

impl Last {
    /// Whether this is the same failure, told already or too soon to be told again.
    fn is_like(&self, failed: &Failed, now: Instant) -> bool {
        let soon = || now.saturating_duration_since(self.told) < OTHER_WORDS;
        let same = self.failed.reason == failed.reason && self.failed.cause() == failed.cause();
        same && (self.failed.message == failed.message || soon())
    }
}

impl State {
    /// An object, `new` or not, is held up by this cause. Says whether another one was before.
    fn enter(&mut self, cause: &str, new: bool) -> bool {
        let held = self.causes.entry(cause.to_owned()).or_default();
        let known = held.now > 0;
        held.now += usize::from(new);
        held.most = held.most.max(held.now);
        known
    }

    /// An object is no longer held up by it. Says how many were at most, if this was the last one.
    fn leave(&mut self, cause: &str) -> Option<usize> {
        let held = self.causes.get_mut(cause)?;
        held.now = held.now.saturating_sub(1);
        if held.now > 0 {
            return None;
        }
        self.causes.remove(cause).map(|held| held.most)
    }
}

#[cfg(test)]
mod tests;
