//! Cached objects, as the watch tells of them and as our own writes were answered.
//!
//! # Two layers
//!
//! `base` is what the watch says: the last event wins and **versions are never compared**, because they go back when
//! etcd is restored, and a map that keeps the greater version would then freeze. A list is collected apart and
//! takes the place of everything at once; one that breaks off changes nothing.
//!
//! `overlay` holds the answers of our own writes, so that a pass reads what the pass before it wrote. Only here are
//! versions compared. An answer ends with an event of its object that is at least as new, with a list that reflects
//! it, and in any case after 30 seconds. The guards of every write (uid, resourceVersion) make a stale read harmless.
//!
//! # Guarantees
//!
//! - A [`Change`] is announced for every transition that the watch tells of, also while an answer of ours hides it,
//!   and for every other transition that a reader could notice, except by our own write.
//! - The event that brings back our own write is not announced, unless it comes in a list (which may have swallowed
//!   somebody else's write), or before the answer to our request (then nobody can know yet that it is ours).
//! - A list announces what differs from before, deletions included, and nothing else.
//! - "Deleted" means that the object has left the cache's scope: it may have lost the label that is selected by.
//! - Failing to list or to watch keeps the old content, and is visible in [`Cache::state`].
//! - An object that cannot be read stops nobody: it is listed in [`Cache::undecodable`], its last readable version
//!   stays. Content of objects never reaches a log or an error.
//!
//! # Requests
//!
//! Each watch asks for its list as events (KEP-3157) and goes on with the same answer, which is one request in all and
//! never a whole page in memory. A server that refuses that, or does not come to the list's end, is asked for pages of 500
//! from then on. Watches have bookmarks.
//!
//! After an outage, and after a watch that brought not even a bookmark, the server is asked where it stands, by a list of
//! one object: when etcd was put back to an older state, a watch from a version to come is accepted and stays silent. A
//! server that has come further meanwhile than it was before cannot be told from one that was never put back.
//!
//! kube's own watcher is not used: it tells neither the version of a list (needed to know which answers the list reflects)
//! nor that a watch has come up again after a failure, tries for ever to go on from a version that is answered with 410,
//! and keeps no verb with its errors.

mod backoff;
mod base;
mod handle;
mod index;
mod listing;
mod overlay;
mod raw;
mod registry;
mod request;
mod selector;
mod spec;
mod state;
mod store;
mod version;
mod watch;

use std::sync::Arc;

pub use self::{
    handle::Cache,
    registry::Caches,
    selector::{Selector, SelectorError},
    spec::{CacheSpec, Namespaces},
    state::{Problem, State, Verb, WatchError},
};
use crate::object::{Object, ObjectKey};

/// What happened to one object.
#[derive(Clone, Debug)]
pub struct Change {
    /// Which object.
    pub key: ObjectKey,
    /// The object before, as the watch knew it. `None` if it was not there.
    pub old: Option<Arc<Object>>,
    /// The object now. `None` if it was deleted or has left the scope.
    pub new: Option<Arc<Object>>,
    /// Whether it was there when the cache was read first, so that nothing happened to it.
    pub initial: bool,
    /// Whose write, of this process, is what happened, and nothing else.
    pub echo: Option<Writer>,
}

/// Name of the operator that wrote. Operators of one process can share a cache, and what one of them wrote is news to
/// the others.
pub type Writer = &'static str;

impl Change {
    fn new(key: ObjectKey, old: Option<Arc<Object>>, new: Option<Arc<Object>>) -> Self {
        Self { key, old, new, initial: false, echo: None }
    }
}

#[cfg(test)]
mod tests;
