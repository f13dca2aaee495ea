//! All objects that are watched, as they were seen last, and what each event changes in them.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
};

use kube::{api::DynamicObject, runtime::watcher::Event};

use crate::{
    change::{self, Change},
    explain::{Role, Watched},
    seen::{self, Seen},
};

/// An object's place. Children come after the objects of their operator, as the kinds do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    /// Index of its kind.
    pub(crate) kind: usize,
    /// Its namespace; empty for a cluster-scoped one.
    pub(crate) namespace: String,
    /// Its name.
    pub(crate) name: String,
}

impl Key {
    /// `namespace/name`, or the name alone.
    pub(crate) fn path(&self) -> String {
        if self.namespace.is_empty() {
            self.name.clone()
        } else {
            format!("{}/{}", self.namespace, self.name)
        }
    }
}

/// What is known of the cluster.
#[derive(Debug)]
pub(crate) struct World {
    kinds: Vec<Watched>,
    listings: Vec<Listing>,
    seen: BTreeMap<Key, Seen>,
}

/// How far the list of a kind is.
#[derive(Clone, Debug, Default)]
struct Listing {
    /// Whether one was complete.
    done: bool,
    /// What the list that runs has brought so far.
    brought: BTreeSet<Key>,
}

impl World {
    /// An empty one.
    pub(crate) fn new(kinds: Vec<Watched>) -> Self {
        let listings = vec![Listing::default(); kinds.len()];
        Self { kinds, listings, seen: BTreeMap::new() }
    }

    /// A kind by its index.
    pub(crate) fn kind(&self, index: usize) -> &Watched {
        &self.kinds[index]
    }

    /// All kinds.
    pub(crate) fn kinds(&self) -> &[Watched] {
        &self.kinds
    }

    /// An object, if it is there.
    pub(crate) fn get(&self, key: &Key) -> Option<&Seen> {
        self.seen.get(key)
    }

    /// The children that an object controls.
    pub(crate) fn children<'a>(&'a self, owner: &'a Seen) -> impl Iterator<Item = (&'a Key, &'a Seen)> {
        let controlled = |seen: &Seen| seen.owner.as_ref() == Some(&owner.uid);
        self.seen
            .iter()
            .filter(move |(key, seen)| self.kinds[key.kind].role == Role::Child && controlled(seen))
    }

    /// Whether the first list of a kind is complete.
    pub(crate) fn is_listed(&self, kind: usize) -> bool {
        self.listings[kind].done
    }

    /// Takes an event in and gives what changed.
    pub(crate) fn on(&mut self, kind: usize, event: Event<DynamicObject>) -> Vec<(Key, Change)> {
        let listing = &mut self.listings[kind];
        match event {
            Event::Init => {
                listing.brought.clear();
                Vec::new()
            }
            Event::InitApply(object) => {
                let key = key(kind, &object);
                listing.brought.insert(key.clone());
                let found = !listing.done;
                self.put(key, &object, found)
            }
            Event::InitDone => {
                listing.done = true;
                let brought = mem::take(&mut listing.brought);
                let there = self.seen.keys().filter(|key| key.kind == kind && !brought.contains(key));
                let gone: Vec<_> = there.cloned().collect();
                gone.into_iter().flat_map(|key| self.remove(key)).collect()
            }
            Event::Apply(object) => self.put(key(kind, &object), &object, false),
            Event::Delete(object) => self.remove(key(kind, &object)),
        }
    }

    fn put(&mut self, key: Key, object: &DynamicObject, found: bool) -> Vec<(Key, Change)> {
        let watched = &self.kinds[key.kind];
        let new = match watched.role {
            Role::Object => seen::object(object),
            Role::Child => seen::child(&watched.resource.kind, object),
        };
        let changes = match self.seen.get(&key) {
            Some(old) => change::between(old, &new),
            None => change::first(&new, found),
        };
        self.seen.insert(key.clone(), new);
        changes.into_iter().map(|change| (key.clone(), change)).collect()
    }

    fn remove(&mut self, key: Key) -> Vec<(Key, Change)> {
        match self.seen.remove(&key) {
            Some(_) => vec![(key, Change::Deleted)],
            None => Vec::new(),
        }
    }
}

fn key(kind: usize, object: &DynamicObject) -> Key {
    let meta = &object.metadata;
    let (namespace, name) =
        (meta.namespace.clone().unwrap_or_default(), meta.name.clone().unwrap_or_default());
    Key { kind, namespace, name }
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::explain::tests::myapp;

    /// An object from its JSON.
    pub(crate) fn object(value: Value) -> DynamicObject {
        serde_json::from_value(value).unwrap()
    }

    /// A world of MyApps (kind 0), their Deployments (1) and Services (2), listed and empty.
    pub(crate) fn world() -> World {
        let mut world = World::new(myapp().watched());
        for kind in 0..world.kinds().len() {
            world.on(kind, Event::InitDone);
        }
        world
    }

    fn named(name: &str) -> DynamicObject {
        object(json!({"metadata": {"name": name, "namespace": "default", "uid": name}}))
    }

    fn said(changes: Vec<(Key, Change)>) -> Vec<(String, Change)> {
        changes.into_iter().map(|(key, change)| (key.path(), change)).collect()
    }

    #[test]
    fn what_the_first_list_brings_was_there_and_later_ones_bring_news() {
        let mut world = World::new(myapp().watched());
        assert!(!world.is_listed(0));
        world.on(0, Event::Init);
        let found = world.on(0, Event::InitApply(named("a")));
        assert_eq!(said(found), [("default/a".to_owned(), Change::Found)]);
        world.on(0, Event::InitDone);
        assert!(world.is_listed(0) && !world.is_listed(1));
        let created = world.on(0, Event::Apply(named("b")));
        assert_eq!(said(created), [("default/b".to_owned(), Change::Created)]);
        world.on(0, Event::Init);
        assert_eq!(said(world.on(0, Event::InitApply(named("b")))), []);
        let created = world.on(0, Event::InitApply(named("c")));
        assert_eq!(said(created), [("default/c".to_owned(), Change::Created)]);
        // Its deletion was missed.
        assert_eq!(said(world.on(0, Event::InitDone)), [("default/a".to_owned(), Change::Deleted)]);
    }

    #[test]
    fn a_deletion_is_said_once_and_is_of_one_kind_only() {
        let mut world = world();
        world.on(1, Event::Apply(named("a")));
        world.on(2, Event::Apply(named("a")));
        assert_eq!(said(world.on(1, Event::Delete(named("a")))), [("default/a".to_owned(), Change::Deleted)]);
        assert_eq!(said(world.on(1, Event::Delete(named("a")))), []);
        world.on(1, Event::Init);
        assert_eq!(said(world.on(1, Event::InitDone)), [], "the list of one kind says nothing of another");
    }

    #[test]
    fn children_are_those_that_the_object_controls() {
        let mut world = world();
        world.on(0, Event::Apply(named("a")));
        let owned = |uid: &str, controller: bool| {
            object(
                json!({"metadata": {"name": format!("of-{uid}-{controller}"), "namespace": "default", "ownerReferences": [
                {"apiVersion": "example.com/v1", "kind": "MyApp", "name": "a", "uid": uid, "controller": controller}]}}),
            )
        };
        for child in [owned("a", true), owned("a", false), owned("z", true)] {
            world.on(1, Event::Apply(child));
        }
        let key = Key { kind: 0, namespace: "default".to_owned(), name: "a".to_owned() };
        let children: Vec<_> =
            world.children(world.get(&key).unwrap()).map(|(key, _)| key.name.clone()).collect();
        assert_eq!(children, ["of-a-true"]);
    }
}
