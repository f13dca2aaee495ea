//! Which changes wake which objects.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};
use tracing::{debug, error};

use crate::{
    cache::Change,
    declare::{Declaration, On, Watched, WhenFn},
    object::{Object, ObjectKey},
    pass::Logic,
};

/// Whether a change of the object itself asks for a pass.
///
/// It does if `on` names what changed, and `when` agrees. Neither is asked about what no operator may miss. Its own
/// writes never come here: the cache recognises their echo.
pub(super) fn of_primary(change: &Change, declaration: &Declaration, logic: &dyn Logic) -> bool {
    // What was there at the start may have changed while nobody looked; and of what is gone, something is to be forgotten.
    if change.initial || change.new.is_none() || is_vital(change, declaration, logic) {
        return true;
    }
    concerns(change, declaration.on) && agrees(change, declaration.when)
}

/// Whether a change of a watched object wakes those that read it.
pub(super) fn of_watched(change: &Change, watched: &Watched) -> bool {
    if both(change).is_some_and(|(old, new)| is_other_life(old, new)) {
        return true;
    }
    // What is not seen of an object may have changed: of a kind without generations, that is its content.
    let unseen = watched.metadata_only && watched.on.is_some_and(|on| on.generation) && is_uncounted(change);
    watched.on.is_none_or(|on| unseen || concerns(change, on)) && agrees(change, watched.when)
}

/// What wakes whatever the declaration says: a deletion mark, another incarnation, the switch that pauses, our finalizer
/// and our part of the status, which nobody else should have changed.
fn is_vital(change: &Change, declaration: &Declaration, logic: &dyn Logic) -> bool {
    let Some((old, new)) = both(change) else {
        // New, but with a past: it has been deleted since, or an operator of this name has had it before.
        let ours =
            |object: &Object| object.meta().is_deleting() || has_finalizer(object, declaration) == Some(true);
        return change.new.as_deref().is_some_and(ours);
    };
    let paused = declaration.paused_annotation();
    let switch = |object: &Object| object.meta().annotations.get(&paused).cloned();
    is_other_life(old, new)
        || switch(old) != switch(new)
        || has_finalizer(old, declaration) != has_finalizer(new, declaration)
        // While it is being deleted, other finalizers decide when cleanup has the object alone.
        || (new.meta().is_deleting() && old.meta().finalizers != new.meta().finalizers)
        || our_status(old, logic) != our_status(new, logic)
}

fn is_other_life(old: &Object, new: &Object) -> bool {
    let life = |object: &Object| (object.meta().uid.clone(), object.meta().deletion_timestamp.clone());
    life(old) != life(new)
}

/// `None` if there is nothing to look for: the finalizers of others are theirs.
fn has_finalizer(object: &Object, declaration: &Declaration) -> Option<bool> {
    let ours = declaration.finalizer?;
    Some(object.meta().finalizers.iter().any(|finalizer| finalizer == ours))
}

/// Whether a part that is named has changed. All have when an object comes or goes.
fn concerns(change: &Change, on: On) -> bool {
    let Some((old, new)) = both(change) else { return true };
    let (before, after) = (old.meta(), new.meta());
    (on.generation && (before.generation != after.generation || uncounted(old) != uncounted(new)))
        || (on.labels && before.labels != after.labels)
        || (on.annotations && before.annotations != after.annotations)
        || (on.status && old.value()["status"] != new.value()["status"])
}

/// Whether there is another version, and no generation says of what.
fn is_uncounted(change: &Change) -> bool {
    both(change).is_some_and(|(old, new)| {
        let (before, after) = (old.meta(), new.meta());
        after.generation == 0 && before.resource_version != after.resource_version
    })
}

/// What a kind without generations consists of. `None` where the server counts changes.
fn uncounted(object: &Object) -> Option<Value> {
    if object.meta().generation != 0 {
        return None;
    }
    let mut value = object.value();
    if let Some(members) = value.as_object_mut() {
        members.retain(|name, _| name != "metadata" && name != "status");
    }
    Some(value)
}

/// The user's function. Where it says nothing, the object is looked at: that does no harm.
fn agrees(change: &Change, when: Option<WhenFn>) -> bool {
    let Some(when) = when else { return true };
    let asked = || when(change.old.as_deref(), change.new.as_deref());
    match catch_unwind(AssertUnwindSafe(asked)) {
        Ok(Ok(agrees)) => agrees,
        Ok(Err(problem)) => {
            debug!(object = %change.key, "the `when` function was not asked: {problem}");
            true
        }
        Err(_) => {
            error!(object = %change.key, "the `when` function panicked: the change is taken for one that wakes");
            true
        }
    }
}

fn both(change: &Change) -> Option<(&Object, &Object)> {
    change.old.as_deref().zip(change.new.as_deref())
}

/// The status without the fields and the conditions of other writers.
fn our_status(object: &Object, logic: &dyn Logic) -> Map<String, Value> {
    let (Some(fields), Value::Object(mut status)) = (logic.fields(), object.value()["status"].take()) else {
        return Map::new();
    };
    let known = logic.normalise(&Value::Object(status.clone()));
    status.retain(|field, _| known.get(field).is_some());
    if let Some(list) = status.get_mut(fields.conditions).and_then(Value::as_array_mut) {
        list.retain(|condition| logic.conditions().iter().any(|type_| condition["type"] == *type_));
    }
    status
}

/// The owners that a changed child wakes: by its controller reference or, without one, by what it says itself, before and
/// after.
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
    let meta = child.meta();
    let name = match meta.controller() {
        // The version may change between releases; group and kind are the owner's identity.
        Some(controller)
            if controller.group() == declaration.group && controller.kind == declaration.kind =>
        {
            controller.name.as_str()
        }
        Some(_) => return None,
        None => {
            let (kind, name) = meta.annotations.get(&declaration.owner_annotation())?.split_once('/')?;
            (kind == declaration.kind).then_some(name)?
        }
    };
    let namespaced = declaration.primary().namespaced;
    let namespace = if namespaced { meta.namespace.as_deref() } else { None };
    Some(ObjectKey::new(namespace, name))
}

#[cfg(test)]
mod tests;
