//! Which live objects are an owner's children.

use std::sync::Arc;

use super::{Engine, plan::Planned};
use crate::{
    cache::Cache,
    declare::Declaration,
    object::{Meta, Object},
};

impl Engine {
    /// The owner's children of one cache: those that it controls, and those of entries that have no controller.
    pub(super) fn children(&self, cache: &Cache, owner: &Object) -> Vec<Arc<Object>> {
        if self.hub.is_unserved(cache) {
            // What is in the cache went with its kind.
            return Vec::new();
        }
        let mut children = cache.owned_by(&owner.meta().uid);
        children.retain(|child| belongs(self.declaration, owner, child));
        children
    }

    /// Takes out what is of a kind that the cluster may lack, and does. Returns the rest, and the names of these.
    pub(super) fn without_unserved(&self, planned: Vec<Planned>) -> (Vec<Planned>, Vec<String>) {
        let unserved: Vec<bool> = self.hub.owned.iter().map(|cache| self.hub.is_unserved(cache)).collect();
        let (skipped, rest): (Vec<_>, Vec<_>) = planned.into_iter().partition(|child| unserved[child.entry]);
        let name = |child: Planned| format!("{} {}", child.kind, child.key.name);
        (rest, skipped.into_iter().map(name).collect())
    }
}

/// Whether a live object is a child of this very owner.
pub(super) fn belongs(declaration: &Declaration, owner: &Object, child: &Object) -> bool {
    let (uid, child_meta) = (&owner.meta().uid, child.meta());
    match child_meta.controller() {
        Some(controller) => controller.uid == *uid,
        // Without the reference another one is a child that has lost it, and nobody knows why.
        None => {
            is_retained(declaration, child) && child_meta.labels.get(&declaration.owner_label()) == Some(uid)
        }
    }
}

/// Whether a live child is of an entry whose children are never deleted.
pub(super) fn is_retained(declaration: &Declaration, child: &Object) -> bool {
    let entry = child.meta().labels.get(&declaration.entry_label());
    entry.and_then(|entry| declaration.entry(entry)).is_some_and(|entry| entry.retain)
}

/// Whether a child says itself that an owner of this name made it, be it this one or an earlier one.
pub(super) fn names_owner(declaration: &Declaration, owner: &Object, child: &Meta) -> bool {
    let text = child.annotations.get(&declaration.owner_annotation());
    text.is_some_and(|text| *text == declaration.owner_text(&owner.meta().name))
}
