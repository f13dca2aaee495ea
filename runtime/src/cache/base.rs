//! What one watch says: the last event wins, and a list replaces everything at once.

use std::{collections::BTreeMap, mem, ops::Bound, sync::Arc};

use super::{index::Index, raw::Item, version::Version};
use crate::object::{DecodeError, Object, ObjectKey};

/// The objects of one watch.
#[derive(Debug, Default)]
pub(super) struct Base {
    content: Content,
    index: Index,
    /// The list that is being read.
    relist: Option<Relist>,
    listed: bool,
    seen: Option<Version>,
}

/// A key with its objects before and after a list.
pub(super) type Difference = (ObjectKey, Option<Arc<Object>>, Option<Arc<Object>>);

#[derive(Debug, Default)]
struct Content {
    objects: BTreeMap<ObjectKey, Arc<Object>>,
    undecodable: BTreeMap<ObjectKey, DecodeError>,
}

#[derive(Debug)]
struct Relist {
    content: Content,
    /// The store's counter when the list began.
    began: u64,
}

impl Base {
    /// See [`Index::use_label`]; before anything is in here.
    pub(super) fn use_label(&mut self, label: Arc<str>) {
        self.index.use_label(label);
    }

    pub(super) fn get(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        self.content.objects.get(key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &Arc<Object>)> {
        self.content.objects.iter()
    }

    /// Those of one namespace, or all, in the order of their keys. The namespace is named by the least key that it could have.
    pub(super) fn within(
        &self,
        first: Option<&ObjectKey>,
    ) -> impl Iterator<Item = (&ObjectKey, &Arc<Object>)> {
        let from = first.map_or(Bound::Unbounded, Bound::Included);
        let objects = self.content.objects.range((from, Bound::Unbounded));
        objects.take_while(move |(key, _)| first.is_none_or(|first| key.namespace == first.namespace))
    }

    pub(super) fn owned_by(&self, uid: &str) -> impl Iterator<Item = (&ObjectKey, &Arc<Object>)> {
        self.index.keys(uid).filter_map(|key| self.content.objects.get_key_value(key))
    }

    pub(super) fn undecodable(&self) -> &BTreeMap<ObjectKey, DecodeError> {
        &self.content.undecodable
    }

    /// Whether a list has been complete.
    pub(super) fn is_listed(&self) -> bool {
        self.listed
    }

    /// All changes up to this version are in here, those of deleted objects included.
    ///
    /// A watch delivers in the order of versions. Used for our own answers only: what the watch says is never
    /// compared with anything, since versions go back when etcd is restored.
    pub(super) fn seen(&self) -> Option<&Version> {
        self.seen.as_ref()
    }

    pub(super) fn saw(&mut self, version: &str) {
        self.seen = Version::parse(version);
    }

    /// A list begins. A list that has not come to its end is forgotten.
    pub(super) fn begin(&mut self, count: u64) {
        self.relist = Some(Relist { content: Content::default(), began: count });
    }

    /// One object of the list, or a newer version of one.
    pub(super) fn listed(&mut self, item: Item) {
        // Nothing but a list brings such events, and a list begins first.
        let Some(relist) = &mut self.relist else { return };
        let known = self.content.objects.get(&item.key);
        match item.object {
            // The copy that is here already, so that a list of what is known does not double the memory.
            Ok(new) => {
                let object =
                    known.filter(|known| same(known, &new)).cloned().unwrap_or_else(|| Arc::new(new));
                relist.content.undecodable.remove(&item.key);
                relist.content.objects.insert(item.key, object);
            }
            Err(error) => {
                // The last readable version rather than none: none would mean that it was deleted.
                if let Some(known) = known {
                    relist.content.objects.entry(item.key.clone()).or_insert_with(|| known.clone());
                }
                relist.content.undecodable.insert(item.key, error);
            }
        }
    }

    /// An object that is gone before the list is complete.
    pub(super) fn unlisted(&mut self, key: &ObjectKey) {
        let Some(relist) = &mut self.relist else { return };
        relist.content.objects.remove(key);
        relist.content.undecodable.remove(key);
    }

    /// The list is complete. Returns the store's counter from its beginning, and what differs.
    pub(super) fn end(&mut self, version: &str) -> Option<(u64, Vec<Difference>)> {
        let Relist { content, began } = self.relist.take()?;
        let old = mem::replace(&mut self.content, content);
        self.index.clear();
        for (key, object) in &self.content.objects {
            self.index.insert(key, object);
        }
        self.listed = true;
        self.saw(version);
        Some((began, difference(old.objects, &self.content.objects)))
    }

    /// An object was added or changed. Returns the object before it.
    pub(super) fn put(&mut self, key: &ObjectKey, object: Arc<Object>) -> Option<Arc<Object>> {
        let old = self.take(key);
        self.index.insert(key, &object);
        self.content.objects.insert(key.clone(), object);
        old
    }

    /// A version of an object that cannot be read. The last readable one stays.
    pub(super) fn put_undecodable(&mut self, key: &ObjectKey, error: DecodeError) {
        self.content.undecodable.insert(key.clone(), error);
    }

    /// An object was deleted or has left the watch's scope.
    pub(super) fn take(&mut self, key: &ObjectKey) -> Option<Arc<Object>> {
        self.content.undecodable.remove(key);
        let old = self.content.objects.remove(key)?;
        self.index.remove(key, &old);
        Some(old)
    }
}

/// Equal versions alone prove nothing after a restore of etcd.
fn same(left: &Object, right: &Object) -> bool {
    let (l, r) = (left.meta(), right.meta());
    l.uid == r.uid && l.resource_version == r.resource_version && left.body() == right.body()
}

fn difference(
    mut old: BTreeMap<ObjectKey, Arc<Object>>,
    new: &BTreeMap<ObjectKey, Arc<Object>>,
) -> Vec<Difference> {
    let mut found = Vec::new();
    for (key, object) in new {
        let before = old.remove(key);
        // `listed` has kept the pointer of everything that is the same.
        if !before.as_ref().is_some_and(|before| Arc::ptr_eq(before, object)) {
            found.push((key.clone(), before, Some(object.clone())));
        }
    }
    found.extend(old.into_iter().map(|(key, object)| (key, Some(object), None)));
    found
}
