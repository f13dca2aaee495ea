//! The slots of all keys that matter, found by key.
//!
//! A key is stored once, and hashed once for each call that names it, before the lock is taken: growing and removing go
//! by the hash in the slot.

use std::hash::{BuildHasher, Hash};
use std::ops::{Index, IndexMut};

use hashbrown::HashTable;
use slab::Slab;

use super::Key;
use super::slot::Slot;

/// A reference to a key, with the key's hash. All of a queue are made by the same hasher.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hashed<K> {
    pub(super) key: K,
    pub(super) hash: u64,
}

impl<K: Hash> Hashed<K> {
    pub(super) fn new(hasher: &impl BuildHasher, key: K) -> Self {
        Self { hash: hasher.hash_one(&key), key }
    }
}

#[derive(Debug)]
pub(super) struct Slots<K> {
    ids: HashTable<usize>,
    slots: Slab<Slot<K>>,
}

impl<K: Key> Slots<K> {
    pub(super) fn new() -> Self {
        Self { ids: HashTable::new(), slots: Slab::new() }
    }

    pub(super) fn find(&self, Hashed { key, hash }: Hashed<&K>) -> Option<usize> {
        self.ids.find(hash, |id| self.slots[*id].key == *key).copied()
    }

    pub(super) fn find_or_insert(&mut self, key: Hashed<&K>) -> usize {
        if let Some(id) = self.find(key) {
            return id;
        }
        let hash = key.hash;
        let id = self.slots.insert(Slot::new(key.key.clone(), hash));
        let slots = &self.slots;
        self.ids.insert_unique(hash, id, |id| slots[*id].hash);
        id
    }

    /// Drops a slot that holds nothing, so that a queue is as large as its work.
    pub(super) fn tidy(&mut self, id: usize) {
        if !self.slots[id].is_vacant() {
            return;
        }
        let slot = self.slots.remove(id);
        if let Ok(entry) = self.ids.find_entry(slot.hash, |other| *other == id) {
            entry.remove();
        }
    }

    /// Changes all slots, and drops those that hold nothing afterwards.
    pub(super) fn sweep(&mut self, mut change: impl FnMut(&mut Slot<K>)) {
        self.slots.iter_mut().for_each(|(_, slot)| change(slot));
        self.slots.retain(|_, slot| !slot.is_vacant());
        let slots = &self.slots;
        self.ids.retain(|id| slots.contains(*id));
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Slot<K>> {
        self.slots.iter().map(|(_, slot)| slot)
    }
}

impl<K> Index<usize> for Slots<K> {
    type Output = Slot<K>;

    fn index(&self, id: usize) -> &Slot<K> {
        &self.slots[id]
    }
}

impl<K> IndexMut<usize> for Slots<K> {
    fn index_mut(&mut self, id: usize) -> &mut Slot<K> {
        &mut self.slots[id]
    }
}
