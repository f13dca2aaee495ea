//! Live children as `observe` sees them.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::{
    object::{DecodeError, Kind, Object},
    readiness::{self, Readiness, Replicas},
};

/// A live child, or its absence.
#[derive(Clone, Debug)]
pub struct Seen<K> {
    kind: Kind,
    object: Option<(Arc<Object>, K)>,
}

impl<K> Seen<K> {
    pub(crate) fn absent(kind: Kind) -> Self {
        Self { kind, object: None }
    }

    /// The child as its type, `None` before it exists.
    pub fn get(&self) -> Option<&K> {
        self.object.as_ref().map(|(_, typed)| typed)
    }

    /// Whether the child does what it is for, by the rules of kstatus. An absent child is not ready.
    pub fn ready(&self) -> Readiness {
        match &self.object {
            Some((object, _)) => readiness::of(&self.kind, &object.value()),
            None => Readiness::absent(),
        }
    }

    /// The numbers of a workload's pods, zeros before it exists and for kinds that have none.
    pub fn replicas(&self) -> Replicas {
        self.object
            .as_ref()
            .map(|(object, _)| readiness::replicas(&self.kind, &object.value()))
            .unwrap_or_default()
    }
}

impl<K: DeserializeOwned> Seen<K> {
    pub(crate) fn of(object: &Arc<Object>, kind: Kind) -> Result<Self, DecodeError> {
        let typed = object.decode(&kind.kind)?;
        Ok(Self { kind, object: Some((object.clone(), typed)) })
    }
}

/// The live children of an entry `Vec<Kind>`, in the order of their names.
#[derive(Clone, Debug)]
pub struct SeenMany<K> {
    children: Vec<Seen<K>>,
}

impl<K> SeenMany<K> {
    pub(crate) fn new(children: Vec<Seen<K>>) -> Self {
        Self { children }
    }

    /// The children.
    pub fn iter(&self) -> impl Iterator<Item = &Seen<K>> {
        self.children.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.children.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    /// The sums of all children's pods.
    pub fn replicas(&self) -> Replicas {
        self.children.iter().map(Seen::replicas).fold(Replicas::default(), Replicas::plus)
    }
}
