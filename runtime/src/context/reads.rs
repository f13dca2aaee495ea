//! Recording what a pass reads, and what it could not read.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

use crate::{
    cache::Selector,
    events::{EventType, Events, Regarding},
    object::{DecodeError, Kind, Object, ObjectKey},
};

/// The engine as `Context` sees it.
pub(crate) trait Reader: Send + Sync {
    /// Registers interest before reading, so that no change can fall in between.
    fn subscribe(&self, by: &ObjectKey, interest: &Interest);
    /// A cached object.
    fn get(&self, kind: &Kind, key: &ObjectKey, part: Part) -> Result<Option<Arc<Object>>, Unreadable>;
    /// Cached objects.
    fn list(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        selector: &Selector,
        part: Part,
    ) -> Result<Vec<Arc<Object>>, Unreadable>;
    /// An object as the server has it.
    fn live<'a>(
        &'a self,
        kind: &'a Kind,
        key: &'a ObjectKey,
    ) -> BoxFuture<'a, Result<Option<Object>, Unreadable>>;
    /// The client for the way out.
    fn client(&self) -> kube::Client;
}

/// How much of an object is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// Its metadata, which all caches have.
    Metadata,
}

/// Something that was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Interest {
    /// One object, present or not.
    Object(Kind, ObjectKey),
    /// All objects of a namespace, or of the cluster, whose labels match.
    Matching(Kind, Option<Arc<str>>, Selector),
}

/// Why something could not be read. Reading it as absent would apply or prune the wrong children.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    /// The first list has not succeeded yet.
    #[error("{0}")]
    NotListed(String),
    /// The server did not answer, or refused.
    #[error("cannot get {0}: {1}")]
    NotRead(String, String),
    /// The object does not fit its type.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A selector of the user's does not parse.
    #[error("selector for {kind}: {problem}")]
    Selector {
        /// Kind that was to be listed.
        kind: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// One pass's reading.
pub(crate) struct Visit {
    key: ObjectKey,
    reader: Arc<dyn Reader>,
    /// Says events, and about which object.
    teller: (Events, Regarding),
    cancel: CancellationToken,
    record: Mutex<Record>,
}

#[derive(Default)]
struct Record {
    interests: HashSet<Interest>,
    spoilt: Option<Unreadable>,
}

impl Visit {
    pub(crate) fn new(
        key: ObjectKey,
        reader: Arc<dyn Reader>,
        teller: (Events, Regarding),
        cancel: CancellationToken,
    ) -> Self {
        Self { key, reader, teller, cancel, record: Mutex::default() }
    }

    pub(crate) fn key(&self) -> &ObjectKey {
        &self.key
    }

    pub(crate) fn get(&self, kind: &Kind, key: ObjectKey, part: Part) -> Option<Arc<Object>> {
        self.interest(Interest::Object(kind.clone(), key.clone()));
        self.reader.get(kind, &key, part).unwrap_or_else(|problem| {
            self.spoil(problem);
            None
        })
    }

    pub(crate) fn list(
        &self,
        kind: &Kind,
        ns: Option<Arc<str>>,
        selector: Selector,
        part: Part,
    ) -> Vec<Arc<Object>> {
        let found = {
            self.interest(Interest::Matching(kind.clone(), ns.clone(), selector.clone()));
            self.reader.list(kind, ns.as_deref(), &selector, part)
        };
        found.unwrap_or_else(|problem| {
            self.spoil(problem);
            Vec::new()
        })
    }

    /// Nothing is recorded: nothing would tell of a change.
    pub(crate) async fn live(&self, kind: &Kind, key: &ObjectKey) -> Option<Object> {
        self.reader.live(kind, key).await.unwrap_or_else(|problem| {
            self.spoil(problem);
            None
        })
    }

    pub(crate) fn decode<K: DeserializeOwned>(&self, kind: &Kind, object: &Object) -> Option<K> {
        object.decode(&kind.kind).map_err(|problem| self.spoil(problem.into())).ok()
    }

    /// Ends the pass once user code returns. The first problem is the one that is told.
    pub(crate) fn spoil(&self, problem: Unreadable) {
        self.lock().spoilt.get_or_insert(problem);
    }

    pub(crate) fn spoilt(&self) -> Option<Unreadable> {
        self.lock().spoilt.clone()
    }

    pub(crate) fn event(&self, type_: EventType, reason: &str, note: &str) {
        let (events, about) = &self.teller;
        events.say(type_, about, reason, note);
    }

    /// Everything that was read so far.
    pub(crate) fn interests(&self) -> HashSet<Interest> {
        self.lock().interests.clone()
    }

    pub(crate) fn cancelled(&self) -> WaitForCancellationFuture<'_> {
        self.cancel.cancelled()
    }

    pub(crate) fn client(&self) -> kube::Client {
        self.reader.client()
    }

    fn interest(&self, interest: Interest) {
        self.reader.subscribe(&self.key, &interest);
        self.lock().interests.insert(interest);
    }

    /// The record is plain data: it stays whole if user code panics while another thread holds it.
    fn lock(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
