//! The edge between typed children and the engine's JSON.

mod name;
mod rule;

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub use self::name::ChildName;
pub(crate) use self::rule::Rule;
use crate::{
    object::{DecodeError, Kind, Object},
    seen::{Seen, SeenMany},
};

/// The struct of wanted children. `#[operator]` makes it from `owns(..)`.
pub trait Children: Send + Sized + 'static {
    /// Hands over every child with the index of its entry.
    fn collect(self, into: &mut Wanted);
}

/// The struct of live children. `#[operator]` makes it from `owns(..)`.
pub trait Observed: Send + Sync + Sized + 'static {
    /// Takes every child by the index of its entry.
    ///
    /// # Errors
    /// A live child that does not decode.
    fn gather(from: &Live) -> Result<Self, DecodeError>;
}

/// A wanted child.
#[derive(Clone, Debug)]
pub struct Child {
    /// Index of its entry in the declaration's `owns`.
    pub entry: usize,
    /// As the builder made it.
    pub value: Value,
}

/// Collects wanted children.
#[derive(Debug, Default)]
pub struct Wanted {
    children: Vec<Child>,
    problem: Option<String>,
}

impl Wanted {
    /// A child of an entry `Kind`.
    pub fn one<K: Serialize>(&mut self, entry: usize, child: K) {
        match serde_json::to_value(child) {
            Ok(value) => self.children.push(Child { entry, value }),
            Err(error) => self.problem = Some(format!("child {entry} can't be written as JSON: {error}")),
        }
    }

    /// A child of an entry `Option<Kind>`.
    pub fn option<K: Serialize>(&mut self, entry: usize, child: Option<K>) {
        if let Some(child) = child {
            self.one(entry, child);
        }
    }

    /// The children of an entry `Vec<Kind>`.
    pub fn many<K: Serialize>(&mut self, entry: usize, children: Vec<K>) {
        for child in children {
            self.one(entry, child);
        }
    }

    /// All of them, or what went wrong with the first that could not be written.
    pub(crate) fn finish(self) -> Result<Vec<Child>, String> {
        self.problem.map_or(Ok(self.children), Err)
    }
}

/// Live children by entry.
#[derive(Debug)]
pub struct Live {
    entries: Vec<Vec<Arc<Object>>>,
    kinds: Vec<Kind>,
}

impl Live {
    /// `entries` are the live children in the order of the declaration, `kinds` their kinds.
    pub(crate) fn new(entries: Vec<Vec<Arc<Object>>>, kinds: Vec<Kind>) -> Self {
        Self { entries, kinds }
    }

    /// The child of an entry `Kind` or `Option<Kind>`.
    ///
    /// # Errors
    /// It does not decode.
    pub fn one<K: DeserializeOwned>(&self, entry: usize) -> Result<Seen<K>, DecodeError> {
        match self.entries.get(entry).and_then(|children| children.first()) {
            Some(object) => Seen::of(object, self.kind(entry)),
            None => Ok(Seen::absent(self.kind(entry))),
        }
    }

    /// The children of an entry `Vec<Kind>`.
    ///
    /// # Errors
    /// One of them does not decode.
    pub fn many<K: DeserializeOwned>(&self, entry: usize) -> Result<SeenMany<K>, DecodeError> {
        let kind = self.kind(entry);
        let children = self.entries.get(entry).into_iter().flatten();
        children.map(|object| Seen::of(object, kind.clone())).collect::<Result<_, _>>().map(SeenMany::new)
    }

    /// An entry that is not declared, which the macros never ask for, is of no kind.
    fn kind(&self, entry: usize) -> Kind {
        self.kinds.get(entry).cloned().unwrap_or_else(Kind::unknown)
    }
}
