//! The caches of one operator, and what its passes read of them.

mod subscriptions;

use std::{collections::BTreeMap, sync::Arc};

use futures::future::BoxFuture;

use self::subscriptions::Subscriptions;
use crate::{
    apply::Target,
    cache::{Cache, Problem, Selector, State},
    client::Server,
    context::{Interest, Part, Reader, Unreadable},
    object::{Kind, Object, ObjectKey},
    store::Objects,
    text::chain,
};

/// All caches of one operator.
pub(crate) struct Hub {
    pub(crate) primary: Arc<Cache>,
    /// By entry of `owns`; entries of one kind share a cache.
    pub(crate) owned: Vec<Arc<Cache>>,
    /// By entry of `formerly_owns`.
    pub(crate) former: Vec<Arc<Cache>>,
    /// Of these, the caches of kinds that a cluster may lack.
    pub(crate) optional: Vec<Arc<Cache>>,
    /// By entry of `watches`.
    pub(crate) watched: Vec<Arc<Cache>>,
    /// By entry of `reads`.
    pub(crate) read: Vec<Arc<Cache>>,
    pub(crate) subscriptions: Subscriptions,
    pub(crate) client: kube::Client,
}

impl Hub {
    /// Each cache once.
    pub(crate) fn caches(&self) -> Vec<Arc<Cache>> {
        let others = self.owned.iter().chain(&self.former).chain(&self.watched).chain(&self.read);
        each_once([&self.primary].into_iter().chain(others)).into_iter().cloned().collect()
    }

    /// The caches of children, each once.
    pub(crate) fn owned_once(&self) -> Vec<&Arc<Cache>> {
        each_once(&self.owned)
    }

    /// Whether it is of a kind that the cluster may lack, and does: then nothing of it is wanted, and there is nothing.
    pub(crate) fn is_unserved(&self, cache: &Cache) -> bool {
        self.optional.iter().any(|optional| std::ptr::eq(&**optional, cache)) && lacks_kind(&cache.state())
    }

    /// The caches that answer for a kind: one of all its objects alone, or else all that have some of them.
    fn caches_of(&self, kind: &Kind, part: Part) -> Vec<&Arc<Cache>> {
        let all = self.watched.iter().chain(&self.read).chain(&self.owned);
        let has = |cache: &Cache| part == Part::Metadata || !cache.spec().metadata_only;
        let mut caches: Vec<_> = all.filter(|cache| cache.kind() == kind && has(cache)).collect();
        if let Some(whole) = caches.iter().position(|cache| cache.spec().selector.is_everything()) {
            caches = vec![caches[whole]];
        }
        caches
    }

    /// Caches that have been listed. One that never was must not read as empty.
    fn listed(&self, kind: &Kind, part: Part) -> Result<Vec<&Arc<Cache>>, Unreadable> {
        let mut caches = self.caches_of(kind, part);
        if caches.is_empty() {
            return Err(Unreadable::NotListed(format!("cannot list {}: not declared", kind.resource())));
        }
        caches.retain(|cache| !self.is_unserved(cache));
        match caches.iter().find_map(|cache| problem(cache)) {
            None => Ok(caches),
            Some(text) => Err(Unreadable::NotListed(text)),
        }
    }
}

/// Entries of one kind share a cache.
fn each_once<'a>(caches: impl IntoIterator<Item = &'a Arc<Cache>>) -> Vec<&'a Arc<Cache>> {
    let mut once: Vec<&Arc<Cache>> = Vec::new();
    for cache in caches {
        if !once.iter().any(|known| Arc::ptr_eq(known, cache)) {
            once.push(cache);
        }
    }
    once
}

/// Whether the cluster does not have the kind.
pub(crate) fn lacks_kind(state: &State) -> bool {
    matches!(state, State::Failing { error, .. } if error.problem == Problem::Absent)
}

/// Why a cache's content cannot be relied on, with verb and kind; `None` once it has been listed.
pub(crate) fn problem(cache: &Cache) -> Option<String> {
    match cache.state() {
        State::Synced | State::Failing { ever_synced: true, .. } => None,
        State::Failing { error, .. } => Some(error.to_string()),
        State::Pending => {
            let resource = cache.kind().resource();
            Some(format!("cannot list {resource} yet: the first list has not been completed"))
        }
    }
}

impl Reader for Hub {
    fn subscribe(&self, by: &ObjectKey, interest: &Interest) {
        let (Interest::Object(kind, _) | Interest::Matching(kind, ..)) = interest;
        // `reads(..)` never wakes.
        if self.watched.iter().chain(&self.owned).any(|cache| cache.kind() == kind) {
            self.subscriptions.add(by, interest);
        }
    }

    fn get(&self, kind: &Kind, key: &ObjectKey, part: Part) -> Result<Option<Arc<Object>>, Unreadable> {
        Ok(self.listed(kind, part)?.iter().find_map(|cache| cache.get(key)))
    }

    fn list(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        selector: &Selector,
        part: Part,
    ) -> Result<Vec<Arc<Object>>, Unreadable> {
        let caches = self.listed(kind, part)?;
        let objects = caches.iter().flat_map(|cache| cache.list(namespace, selector));
        // In the order of their names, each once, also when it is in several caches.
        let objects: BTreeMap<ObjectKey, Arc<Object>> =
            objects.map(|object| (object.meta().key(), object)).collect();
        Ok(objects.into_values().collect())
    }

    fn live<'a>(
        &'a self,
        kind: &'a Kind,
        key: &'a ObjectKey,
    ) -> BoxFuture<'a, Result<Option<Object>, Unreadable>> {
        Box::pin(async move {
            let server = Server::new(self.client.clone(), "");
            let answer = Target { server: &server, kind, key }.read().await;
            let bytes = answer.map_err(|problem| Unreadable::NotRead(kind.resource(), chain(&problem)))?;
            Ok(bytes.map(|bytes| Object::from_slice(&bytes, &[])).transpose()?)
        })
    }

    fn client(&self) -> kube::Client {
        self.client.clone()
    }
}

impl Objects for Cache {
    fn get(&self, key: &ObjectKey) -> Option<Arc<Object>> {
        Cache::get(self, key)
    }

    fn all(&self) -> Vec<Arc<Object>> {
        self.list(None, &Selector::everything())
    }
}
