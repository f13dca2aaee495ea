//! A model of the server: objects, versions, and the log that watches read.

use std::collections::BTreeMap;

use super::*;

/// One object. In the scope of the watch or, without its label, outside.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Thing {
    pub(super) uid: u64,
    pub(super) version: u64,
    pub(super) labelled: bool,
}

#[derive(Debug)]
pub(super) struct Server {
    pub(super) things: BTreeMap<&'static str, Thing>,
    pub(super) version: u64,
    log: Vec<(u64, Event)>,
}

#[derive(Clone, Debug)]
pub(super) enum Event {
    Apply(&'static str, Thing),
    /// With the version of the deletion, or of the change that took the label.
    Delete(&'static str, Thing),
}

impl Server {
    pub(super) fn new() -> Self {
        Self { things: BTreeMap::new(), version: 9, log: Vec::new() }
    }

    /// Creates or changes an object. Returns the answer.
    pub(super) fn write(&mut self, name: &'static str, labelled: bool) -> Thing {
        self.version += 1;
        let before = self.things.get(name).cloned();
        let uid = before.as_ref().map_or(self.version, |before| before.uid);
        let thing = Thing { uid, version: self.version, labelled };
        self.things.insert(name, thing.clone());
        if labelled {
            self.log.push((self.version, Event::Apply(name, thing.clone())));
        } else if let Some(before) = before.filter(|before| before.labelled) {
            let left = Thing { version: self.version, ..before };
            self.log.push((self.version, Event::Delete(name, left)));
        }
        thing
    }

    /// Deletes an object. Returns what it was.
    pub(super) fn delete(&mut self, name: &'static str) -> Option<Thing> {
        let thing = self.things.remove(name)?;
        self.version += 1;
        if thing.labelled {
            self.log
                .push((self.version, Event::Delete(name, Thing { version: self.version, ..thing.clone() })));
        }
        Some(thing)
    }

    /// The first event after a version.
    pub(super) fn next(&self, after: u64) -> Option<(u64, Event)> {
        self.log.iter().find(|(version, _)| *version > after).cloned()
    }

    /// What a list with the selector answers.
    pub(super) fn list(&self) -> Vec<(&'static str, Thing)> {
        self.things
            .iter()
            .filter(|(_, thing)| thing.labelled)
            .map(|(name, thing)| (*name, thing.clone()))
            .collect()
    }
}

impl Thing {
    fn text(&self, name: &str) -> String {
        let label = if self.labelled { r#","labels":{"in":"scope"}"# } else { "" };
        text(name, &format!("u{}", self.uid), &self.version.to_string(), label)
    }

    pub(super) fn item(&self, name: &str) -> Item {
        reader().read(&self.text(name)).unwrap()
    }

    pub(super) fn object(&self, name: &str) -> Object {
        Object::from_slice(self.text(name).as_bytes(), &[]).unwrap()
    }
}
