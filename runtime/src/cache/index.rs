//! Which objects belong to an owner.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::object::{Object, ObjectKey};

/// Keys by the uid of their owner.
#[derive(Debug, Default)]
pub(super) struct Index {
    by_owner: HashMap<Box<str>, BTreeSet<ObjectKey>>,
    label: Option<Arc<str>>,
}

impl Index {
    /// From now on, objects that nobody controls are found by the value of this label.
    pub(super) fn use_label(&mut self, label: Arc<str>) {
        self.label = Some(label);
    }

    pub(super) fn clear(&mut self) {
        self.by_owner.clear();
    }

    pub(super) fn insert(&mut self, key: &ObjectKey, object: &Object) {
        if let Some(uid) = owner_uid(object, self.label.as_deref()) {
            self.by_owner.entry(uid.into()).or_default().insert(key.clone());
        }
    }

    pub(super) fn remove(&mut self, key: &ObjectKey, object: &Object) {
        let Some(uid) = owner_uid(object, self.label.as_deref()) else { return };
        if let Some(keys) = self.by_owner.get_mut(uid) {
            keys.remove(key);
            if keys.is_empty() {
                self.by_owner.remove(uid);
            }
        }
    }

    pub(super) fn keys(&self, uid: &str) -> impl Iterator<Item = &ObjectKey> {
        self.by_owner.get(uid).into_iter().flatten()
    }
}

/// The uid of an object's controller or, if it has none, the one that the label holds.
pub(super) fn owner_uid<'a>(object: &'a Object, label: Option<&str>) -> Option<&'a str> {
    match object.meta().controller() {
        Some(owner) => Some(&owner.uid),
        None => object.meta().labels.get(label?).map(String::as_str),
    }
}
