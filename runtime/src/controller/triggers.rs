//! Which changes wake which objects.

use serde_json::Value;

use crate::{
    cache::Change,
    declare::Declaration,
    object::{Meta, Object, ObjectKey},
};

/// Whether a change of the object itself asks for a pass.
///
/// Generation, labels and annotations by default; always deletion marks, another incarnation, and finalizers or our
/// part of the status, which nobody else should have changed. Our own writes never come here: the cache
/// recognises their echo.
pub(super) fn of_primary(
    change: &Change,
    declaration: &Declaration,
    types: &[&str],
    conditions: &str,
) -> bool {
    let (Some(old), Some(new)) = (&change.old, &change.new) else { return true };
    let facts = |meta: &Meta| {
        (
            meta.uid.clone(),
            meta.generation,
            meta.labels.clone(),
            meta.annotations.clone(),
            meta.deletion_timestamp.clone(),
            // Only our own finalizer is ours to put back.
            declaration.finalizer.map(|ours| meta.finalizers.iter().any(|finalizer| finalizer == ours)),
        )
    };
    facts(old.meta()) != facts(new.meta())
        || our_status(old, types, conditions) != our_status(new, types, conditions)
        || (new.meta().generation == 0 && old.body() != new.body())
        // While it is being deleted, other finalizers decide when cleanup has the object alone.
        || (new.meta().is_deleting() && old.meta().finalizers != new.meta().finalizers)
}

/// The status without the conditions of other writers.
fn our_status(object: &Object, types: &[&str], conditions: &str) -> Value {
    let mut status = object.value()["status"].take();
    if let Some(list) = status.get_mut(conditions).and_then(Value::as_array_mut) {
        list.retain(|condition| types.iter().any(|type_| condition["type"] == *type_));
    }
    status
}

/// The owners that a changed child wakes: by its controller reference, before and after.
pub(super) fn owners(change: &Change, declaration: &Declaration) -> Vec<ObjectKey> {
    let mut owners: Vec<ObjectKey> = [&change.old, &change.new]
        .into_iter()
        .flatten()
        .filter_map(|child| owner(child, declaration))
        .collect();
    owners.dedup();
    owners
}

/// The owner's key. A cluster-scoped owner has no namespace, whatever its child has.
fn owner(child: &Object, declaration: &Declaration) -> Option<ObjectKey> {
    let controller = child.meta().controller()?;
    // The version may change between releases; group and kind are the owner's identity.
    if controller.group() != declaration.group || controller.kind != declaration.kind {
        return None;
    }
    let namespaced = declaration.primary().namespaced;
    let namespace = if namespaced { child.meta().namespace.as_deref() } else { None };
    Some(ObjectKey::new(namespace, &controller.name))
}
