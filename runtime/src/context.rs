//! What user code gets besides the object: reading, shared state, the way out.

mod metadata;
mod reads;

use std::{marker::PhantomData, sync::Arc};

use futures::{FutureExt, future::BoxFuture};
use kube::Resource;
use serde::de::DeserializeOwned;
use tokio_util::sync::WaitForCancellationFuture;

pub(crate) use self::reads::{Interest, Part, Reader, Unreadable, Visit};
use crate::{
    cache::Selector,
    events::EventType,
    object::{Kind, Object, ObjectKey, Scoped},
    operator::{Cached, Declares, Live, Operator, Whole},
};

/// One pass's view of the world. Reading a kind of `watches(..)` subscribes the object to what was read.
pub struct Context<O: Operator> {
    visit: Arc<Visit>,
    state: Arc<O::State>,
    types: PhantomData<fn() -> O>,
}

impl<O: Operator> Context<O> {
    pub(crate) fn new(visit: Arc<Visit>, state: Arc<O::State>) -> Self {
        Self { visit, state, types: PhantomData }
    }

    /// What all passes of this operator share.
    pub fn state(&self) -> &O::State {
        &self.state
    }

    /// Key of the object that this pass is about.
    pub fn key(&self) -> &ObjectKey {
        self.visit.key()
    }

    /// A cached object by name: in the object's own namespace, or a cluster-scoped one. Of a kind that is watched with
    /// `labels`, those that match.
    ///
    /// `None` means that it does not exist; of a kind in `owns(..)` only this operator's children are seen. If the kind
    /// cannot be listed or the object does not decode, the pass ends after this call's caller returns: nothing is
    /// applied or pruned, and the object's `Ready` says why.
    pub fn get<K>(&self, name: &str) -> Option<Arc<K>>
    where
        O: Declares<K, Access: Cached + Whole>,
        K: Resource<DynamicType = ()> + DeserializeOwned,
        K::Scope: Scoped,
    {
        self.read(self.beside::<K>(name))
    }

    /// A cached object of any namespace.
    pub fn get_in<K>(&self, namespace: &str, name: &str) -> Option<Arc<K>>
    where
        O: Declares<K, Access: Cached + Whole>,
        K: Resource<DynamicType = ()> + DeserializeOwned,
        K::Scope: Scoped,
    {
        self.read(ObjectKey::namespaced(namespace, name))
    }

    /// The cached objects of the object's own namespace, or of a cluster-scoped kind, whose labels match.
    ///
    /// `selector` is written as for `kubectl -l`: `app=x,tier in (a, b),!legacy`; empty for all. One that
    /// does not parse ends the pass, as for [`get`](Self::get).
    pub fn list<K>(&self, selector: &str) -> Vec<Arc<K>>
    where
        O: Declares<K, Access: Cached + Whole>,
        K: Resource<DynamicType = ()> + DeserializeOwned,
        K::Scope: Scoped,
    {
        let kind = Kind::of::<K>();
        let found = self.matching::<K>(&kind, selector, Part::Whole);
        found.iter().filter_map(|object| self.visit.decode(&kind, object)).map(Arc::new).collect()
    }

    /// An object as the server has it now, by name: in the object's own namespace, or a cluster-scoped one. One request
    /// each time, and nothing wakes the object when what was read changes. Only for kinds of `owns(..)` and `reads(K(live))`.
    ///
    /// `None` means that it does not exist. If the server does not say, because a right is missing or it cannot be
    /// reached, the pass ends as for [`get`](Self::get).
    // Boxed: a future with the bounds in its type would repeat an error about them at every use.
    pub fn live<K>(&self, name: &str) -> BoxFuture<'static, Option<Arc<K>>>
    where
        O: Declares<K, Access: Live>,
        K: Resource<DynamicType = ()> + DeserializeOwned + 'static,
        K::Scope: Scoped,
    {
        read_live(self.visit.clone(), self.beside::<K>(name)).boxed()
    }

    /// An object of any namespace as the server has it now.
    pub fn live_in<K>(&self, namespace: &str, name: &str) -> BoxFuture<'static, Option<Arc<K>>>
    where
        O: Declares<K, Access: Live>,
        K: Resource<DynamicType = ()> + DeserializeOwned + 'static,
        K::Scope: Scoped,
    {
        read_live(self.visit.clone(), ObjectKey::namespaced(namespace, name)).boxed()
    }

    /// Says something about the object of this pass in an event, as `kubectl describe` shows it. Never fails and never
    /// waits: an event that cannot be written is dropped.
    ///
    /// `reason` is one word in CamelCase, of 128 bytes at most; `note` is for people, of 1024 bytes at most. Both are cut
    /// if they are longer. Events that are equal are one event with a count, written once a minute at most. So a note
    /// without times and counters is best: an object may say 25 different things at once, and one more every 5 minutes.
    pub fn event(&self, type_: EventType, reason: impl AsRef<str>, note: impl AsRef<str>) {
        self.visit.event(type_, reason.as_ref(), note.as_ref());
    }

    /// Resolves when the process is stopping or the pass has been given up: for long work.
    pub fn cancelled(&self) -> WaitForCancellationFuture<'_> {
        self.visit.cancelled()
    }

    /// A client without checks: what it touches is not watched, and no rule of RBAC is made of it.
    pub fn unchecked_client(&self) -> kube::Client {
        self.visit.client()
    }

    /// Where objects of a kind are that are named alone: beside the object, or in no namespace.
    fn namespace_of<K>(&self) -> Option<&Arc<str>>
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        if K::Scope::NAMESPACED { self.key().namespace.as_ref() } else { None }
    }

    fn beside<K>(&self, name: &str) -> ObjectKey
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        ObjectKey::new(self.namespace_of::<K>().map(AsRef::as_ref), name)
    }

    /// The objects of a `list`, in the namespace where those are that are named alone.
    fn matching<K>(&self, kind: &Kind, selector: &str, part: Part) -> Vec<Arc<Object>>
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        match selector.parse::<Selector>() {
            Ok(selector) => self.visit.list(kind, self.namespace_of::<K>().cloned(), selector, part),
            Err(error) => {
                let (kind, problem) = (kind.to_string(), error.to_string());
                self.visit.spoil(Unreadable::Selector { kind, problem });
                Vec::new()
            }
        }
    }

    fn read<K>(&self, key: ObjectKey) -> Option<Arc<K>>
    where
        K: Resource<DynamicType = ()> + DeserializeOwned,
        K::Scope: Scoped,
    {
        let kind = Kind::of::<K>();
        let object = self.visit.get(&kind, key, Part::Whole)?;
        self.visit.decode(&kind, &object).map(Arc::new)
    }
}

async fn read_live<K>(visit: Arc<Visit>, key: ObjectKey) -> Option<Arc<K>>
where
    K: Resource<DynamicType = ()> + DeserializeOwned,
    K::Scope: Scoped,
{
    let kind = Kind::of::<K>();
    let object = visit.live(&kind, &key).await?;
    visit.decode(&kind, &object).map(Arc::new)
}
