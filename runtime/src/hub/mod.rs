//! The caches of one operator, and what its passes read of them.

mod subscriptions;

use std::sync::Arc;

use self::subscriptions::Subscriptions;
use crate::{
    cache::{Cache, Selector, State},
    context::{Interest, Reader, Unreadable},
    object::{Kind, Object, ObjectKey},
    store::Objects,
};

/// All caches of one operator.
pub(crate) struct Hub {
    pub(crate) primary: Arc<Cache>,
    /// By entry of `owns`; entries of one kind share a cache.
    pub(crate) owned: Vec<Arc<Cache>>,
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
        let mut all: Vec<Arc<Cache>> = vec![self.primary.clone()];
        for cache in self.owned.iter().chain(&self.watched).chain(&self.read) {
            if !all.iter().any(|known| Arc::ptr_eq(known, cache)) {
                all.push(cache.clone());
            }
        }
        all
    }

    /// The cache that answers for a kind: a whole one before one of children only.
    fn cache_of(&self, kind: &Kind) -> Option<&Arc<Cache>> {
        self.watched.iter().chain(&self.read).chain(&self.owned).find(|cache| cache.kind() == kind)
    }

    /// A cache that has been listed. One that never was must not read as empty.
    fn listed(&self, kind: &Kind) -> Result<&Arc<Cache>, Unreadable> {
        let undeclared = || Unreadable::NotListed(format!("cannot list {}: not declared", kind.resource()));
        let cache = self.cache_of(kind).ok_or_else(undeclared)?;
        match problem(cache) {
            None => Ok(cache),
            Some(text) => Err(Unreadable::NotListed(text)),
        }
    }
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

    fn get(&self, kind: &Kind, key: &ObjectKey) -> Result<Option<Arc<Object>>, Unreadable> {
        Ok(self.listed(kind)?.get(key))
    }

    fn list(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        selector: &Selector,
    ) -> Result<Vec<Arc<Object>>, Unreadable> {
        Ok(self.listed(kind)?.list(namespace, selector))
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
