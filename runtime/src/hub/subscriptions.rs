//! Who read what: a change of a key wakes exactly the objects that read it.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    context::Interest,
    object::{Kind, Object, ObjectKey},
};

/// The index of reading, both ways.
#[derive(Default)]
pub(crate) struct Subscriptions {
    index: Mutex<Index>,
}

#[derive(Default)]
struct Index {
    readers: HashMap<Interest, HashSet<ObjectKey>>,
    reads: HashMap<ObjectKey, HashSet<Interest>>,
    /// Interests in labels rather than in a key, which a change has to be matched against.
    matching: HashMap<Kind, HashSet<Interest>>,
}

impl Subscriptions {
    /// Adds an interest. It holds until a good pass of the same object ends without it.
    pub(crate) fn add(&self, by: &ObjectKey, interest: &Interest) {
        self.lock().add(by, interest);
    }

    /// A pass that succeeded knows everything that its object reads: what is not among it is given up.
    pub(crate) fn replace(&self, by: &ObjectKey, interests: HashSet<Interest>) {
        let mut index = self.lock();
        let stale: Vec<_> = index.reads.get(by).into_iter().flatten().cloned().collect();
        for interest in stale.into_iter().filter(|interest| !interests.contains(interest)) {
            index.remove(by, &interest);
        }
        for interest in &interests {
            index.add(by, interest);
        }
    }

    /// The object is gone.
    pub(crate) fn forget(&self, by: &ObjectKey) {
        self.replace(by, HashSet::new());
    }

    /// Everybody who read this key, or labels that the object had or has. Of a change that is not `wanted` only those for
    /// whose labels it makes a difference: to them the object has come or gone.
    pub(crate) fn woken_by(
        &self,
        kind: &Kind,
        key: &ObjectKey,
        (old, new): (Option<&Object>, Option<&Object>),
        wanted: bool,
    ) -> HashSet<ObjectKey> {
        let index = self.lock();
        let direct = index.readers.get(&Interest::Object(kind.clone(), key.clone())).filter(|_| wanted);
        let mut woken: HashSet<ObjectKey> = direct.into_iter().flatten().cloned().collect();
        for interest in index.matching.get(kind).into_iter().flatten() {
            let Interest::Matching(_, namespace, selector) = interest else { continue };
            if namespace.is_some() && *namespace != key.namespace {
                continue;
            }
            let matches = |object: &Object| selector.matches(&object.meta().labels);
            let (before, after) = (old.is_some_and(matches), new.is_some_and(matches));
            let wakes = match old.and(new) {
                Some(_) if !wanted => before != after,
                // It came or went, and `when` did not care.
                None if !wanted => false,
                _ => before || after,
            };
            if wakes {
                woken.extend(index.readers.get(interest).into_iter().flatten().cloned());
            }
        }
        woken
    }

    /// The index is plain data and stays whole.
    fn lock(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Index {
    fn add(&mut self, by: &ObjectKey, interest: &Interest) {
        if !self.reads.entry(by.clone()).or_default().insert(interest.clone()) {
            return;
        }
        self.readers.entry(interest.clone()).or_default().insert(by.clone());
        if let Interest::Matching(kind, ..) = interest {
            self.matching.entry(kind.clone()).or_default().insert(interest.clone());
        }
    }

    fn remove(&mut self, by: &ObjectKey, interest: &Interest) {
        remove(&mut self.reads, by, interest);
        if remove(&mut self.readers, interest, by)
            && let Interest::Matching(kind, ..) = interest
        {
            remove(&mut self.matching, kind, interest);
        }
    }
}

/// Removes a value from a set in a map, and the set with its last value. Says whether the set went.
fn remove<K, V>(map: &mut HashMap<K, HashSet<V>>, key: &K, value: &V) -> bool
where
    K: std::hash::Hash + Eq,
    V: std::hash::Hash + Eq,
{
    let Some(set) = map.get_mut(key) else { return false };
    set.remove(value);
    let empty = set.is_empty();
    if empty {
        map.remove(key);
    }
    empty
}

#[cfg(test)]
mod tests;
