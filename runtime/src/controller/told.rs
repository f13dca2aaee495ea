//! The last failure of each object: logged once, and what the operator's health says of missing rights.

use std::collections::{BTreeMap, HashMap};

use parking_lot::Mutex;
use tracing::{debug, warn};

use crate::{
    failure::{Class, Failed},
    object::ObjectKey,
};

/// Failures of one kind's objects.
pub(super) struct Told {
    kind: &'static str,
    last: Mutex<HashMap<ObjectKey, Failed>>,
}

impl Told {
    pub(super) fn new(kind: &'static str) -> Self {
        Self { kind, last: Mutex::default() }
    }

    /// A failure is told when it is another one than before; a repeat is for those who look closely.
    pub(super) fn log(&self, key: &ObjectKey, failed: Option<&Failed>) {
        let mut last = self.last.lock();
        let Some(failed) = failed else {
            last.remove(key);
            return;
        };
        let (kind, reason) = (self.kind, &failed.reason);
        if failed.class == Class::Waiting {
            last.remove(key);
            debug!(object = %key, kind, %reason, "{}", failed.message);
            return;
        }
        let same = |before: &Failed| before.reason == failed.reason && before.message == failed.message;
        if last.get(key).is_some_and(same) {
            debug!(object = %key, kind, %reason, "again: {}", failed.message);
        } else {
            warn!(object = %key, kind, %reason, "{}", failed.message);
        }
        last.insert(key.clone(), failed.clone());
    }

    /// The rights that passes lack, each with the number of objects that need it.
    pub(super) fn missing_rights(&self) -> BTreeMap<String, usize> {
        let mut rights = BTreeMap::new();
        for right in self.last.lock().values().filter_map(|failed| failed.missing_right.as_ref()) {
            *rights.entry(right.to_string()).or_default() += 1;
        }
        rights
    }
}
