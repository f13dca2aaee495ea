//! Which objects an owner controls.

use std::collections::{BTreeSet, HashMap};

use crate::object::{Object, ObjectKey};

/// Keys by the uid of their controller.
#[derive(Debug, Default)]
pub(super) struct Index(HashMap<Box<str>, BTreeSet<ObjectKey>>);

impl Index {
    pub(super) fn insert(&mut self, key: &ObjectKey, object: &Object) {
        if let Some(owner) = object.meta().controller() {
            self.0.entry(owner.uid.as_str().into()).or_default().insert(key.clone());
        }
    }

    pub(super) fn remove(&mut self, key: &ObjectKey, object: &Object) {
        let Some(owner) = object.meta().controller() else { return };
        if let Some(keys) = self.0.get_mut(owner.uid.as_str()) {
            keys.remove(key);
            if keys.is_empty() {
                self.0.remove(owner.uid.as_str());
            }
        }
    }

    pub(super) fn keys(&self, uid: &str) -> impl Iterator<Item = &ObjectKey> {
        self.0.get(uid).into_iter().flatten()
    }
}
