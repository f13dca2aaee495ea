//! The cache as its users see it, and the part of it that its tasks share.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::Instant,
};

use tokio::sync::{Notify, mpsc, watch};
use tokio_util::sync::DropGuard;

use super::{
    CacheSpec, Change, Selector, Writer,
    state::{Health, State, WatchError, summary},
    store::{Scope, Store, WatchEvent},
};
use crate::{
    clock::Clock,
    object::{DecodeError, Kind, Object, ObjectKey},
};

/// The objects of one [`CacheSpec`]. Its watches end when the last user is gone.
#[derive(Debug)]
pub struct Cache {
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
    /// Ends the tasks.
    _tasks: DropGuard,
}

/// What a cache and its tasks share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) spec: CacheSpec,
    inner: RwLock<Inner>,
    /// Moves whenever the health of a watch does.
    moved: watch::Sender<()>,
    /// Wakes the task that lets answers die.
    answered: Notify,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    health: BTreeMap<Scope, Health>,
    subscribers: Vec<Subscriber>,
}

#[derive(Debug)]
struct Subscriber {
    sender: mpsc::UnboundedSender<Change>,
    echoes: bool,
}

impl Cache {
    pub(super) fn new(shared: Arc<Shared>, clock: Arc<dyn Clock>, tasks: DropGuard) -> Self {
        Self { shared, clock, _tasks: tasks }
    }

    /// What it holds.
    pub fn spec(&self) -> &CacheSpec {
        &self.shared.spec
    }

    /// Kind of its objects.
    pub fn kind(&self) -> &Kind {
        &self.shared.spec.kind
    }

    /// One object, as of our own last write or of the watch's last event.
    ///
    /// `None` means "absent" only if [`state`](Self::state) says that the cache was ever synced.
    pub fn get(&self, key: &ObjectKey) -> Option<Arc<Object>> {
        self.shared.read().store.get(key).cloned()
    }

    /// All objects that match, ordered by namespace and name.
    pub fn list(&self, namespace: Option<&str>, labels: &Selector) -> Vec<Arc<Object>> {
        self.shared.read().store.list(namespace, labels)
    }

    /// All objects whose controller has this uid, ordered by namespace and name. Those without a controller are found by
    /// the spec's [`owner_label`](CacheSpec::owner_label).
    pub fn owned_by(&self, uid: &str) -> Vec<Arc<Object>> {
        self.shared.read().store.owned_by(uid)
    }

    /// Takes over the answer to a write of this process, so that it is read from now on. `by` is who wrote it.
    ///
    /// Not for the answer of a deletion: see [`removed`](Self::removed). Answers that prove to be dry runs, late,
    /// or out of scope are ignored.
    pub fn wrote(&self, object: Object, by: Writer) {
        if self.shared.write().store.wrote(object, by, self.clock.now()) {
            self.shared.answered.notify_one();
        }
    }

    /// Hides an incarnation that a DELETE found gone, or ended without leaving a deletion mark.
    pub fn removed(&self, key: &ObjectKey, uid: &str) {
        if self.shared.write().store.removed(key, uid, self.clock.now()) {
            self.shared.answered.notify_one();
        }
    }

    /// All changes from now on, none lost, except the echoes of this process's own writes.
    ///
    /// What is there already comes first, as [`initial`](Change::initial) changes: at once if the first list is
    /// complete, else when it is.
    pub fn subscribe(&self) -> mpsc::UnboundedReceiver<Change> {
        self.shared.subscribe(false)
    }

    /// As [`subscribe`](Self::subscribe), with echoes: for those who read what others of this process write.
    pub fn subscribe_with_echoes(&self) -> mpsc::UnboundedReceiver<Change> {
        self.shared.subscribe(true)
    }

    /// Whether the cache can be relied on.
    pub fn state(&self) -> State {
        summary(self.shared.read().health.values())
    }

    /// Waits until every watch has its first list, or an answer that will not change by itself: the kind does not
    /// exist, or a right is missing. A server that cannot be reached is waited for.
    pub async fn settled(&self) {
        self.shared.wait(|health| health.values().all(Health::is_settled)).await;
    }

    /// Waits until every watch has its first list, however long that takes.
    pub async fn synced(&self) {
        self.shared.wait(|health| health.values().all(|health| health.listed)).await;
    }

    /// Waits until its state is as wanted.
    pub(crate) async fn until(&self, wanted: impl Fn(&State) -> bool) {
        self.shared.wait(|health| wanted(&summary(health.values()))).await;
    }

    /// Objects that cannot be read, with the reason. [`get`](Self::get) gives their last readable version, if any.
    pub fn undecodable(&self) -> Vec<(ObjectKey, DecodeError)> {
        let inner = self.shared.read();
        inner.store.undecodable().map(|(key, error)| (key.clone(), error.clone())).collect()
    }
}

impl Shared {
    pub(super) fn new(spec: CacheSpec) -> Self {
        let scopes = spec.scopes();
        let health = scopes.iter().map(|scope| (scope.clone(), Health::default())).collect();
        let mut store = Store::new(spec.cluster, spec.selector.clone(), scopes);
        if let Some(label) = &spec.owner_label {
            store = store.with_owner_label(label);
        }
        let inner = RwLock::new(Inner { store, health, subscribers: Vec::new() });
        Self { spec, inner, moved: watch::Sender::new(()), answered: Notify::new() }
    }

    /// Takes over what a watch says, and tells the subscribers.
    pub(super) fn apply(&self, scope: &Scope, event: WatchEvent) {
        let listed = matches!(event, WatchEvent::InitDone(_));
        let mut inner = self.write();
        inner.report(&self.spec.kind, &event);
        let changes = inner.store.apply(scope, event);
        inner.announce(changes);
        drop(inner);
        if listed {
            // After the announcement: who waits for the list must find its content announced.
            self.note(scope, Health::list_done);
        }
    }

    /// The server has accepted a watch. Returns whether it had failed before.
    pub(super) fn watching(&self, scope: &Scope) -> bool {
        let mut failed = false;
        self.note(scope, |health| failed = health.watching());
        failed
    }

    /// A list or watch has failed. Returns whether it failed otherwise before, or not at all. An outage has many words.
    pub(super) fn failing(&self, scope: &Scope, error: WatchError) -> bool {
        let mut news = false;
        self.note(scope, |health| {
            let differs = |old: &WatchError| {
                let both_out = old.is_outage() && error.is_outage();
                !both_out && (old.problem != error.problem || old.verb != error.verb)
            };
            news = health.failing.as_ref().is_none_or(differs);
            health.failing = Some(error);
            health.told |= news;
        });
        news
    }

    /// Lets answers die when their time has come, for as long as it is polled.
    pub(super) async fn expire(&self, clock: &dyn Clock) {
        loop {
            let next = self.read().store.next_expiry();
            match next {
                None => self.answered.notified().await,
                Some(at) => {
                    clock.sleep_until(at).await;
                    self.expire_at(clock.now());
                }
            }
        }
    }

    fn expire_at(&self, now: Instant) {
        let mut inner = self.write();
        let changes = inner.store.expire(now);
        inner.announce(changes);
    }

    fn subscribe(&self, echoes: bool) -> mpsc::UnboundedReceiver<Change> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let mut inner = self.write();
        for change in inner.store.content() {
            // The receiver is in this function.
            let _ = sender.send(change);
        }
        inner.subscribers.push(Subscriber { sender, echoes });
        receiver
    }

    fn note(&self, scope: &Scope, change: impl FnOnce(&mut Health)) {
        let mut inner = self.write();
        let Some(health) = inner.health.get_mut(scope) else { return };
        change(health);
        drop(inner);
        self.moved.send_replace(());
    }

    async fn wait(&self, until: impl Fn(&BTreeMap<Scope, Health>) -> bool) {
        let mut moved = self.moved.subscribe();
        while !until(&self.read().health) {
            // The sender is in `self`.
            let _ = moved.changed().await;
        }
    }

    /// The store is consistent between any two of its methods: a panic elsewhere leaves nothing half done.
    fn read(&self) -> RwLockReadGuard<'_, Inner> {
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Inner> {
        self.inner.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Sent under the lock, so that all subscribers see the order of the events.
    fn announce(&mut self, changes: Vec<Change>) {
        self.subscribers.retain(|subscriber| !subscriber.sender.is_closed());
        for change in changes {
            for subscriber in
                self.subscribers.iter().filter(|subscriber| subscriber.echoes || change.echo.is_none())
            {
                // Who has gone meanwhile is taken from the list next time.
                let _ = subscriber.sender.send(change.clone());
            }
        }
    }

    /// Logs what cannot be read, once for each object, without its content.
    fn report(&self, kind: &Kind, event: &WatchEvent) {
        let (WatchEvent::InitApply(item) | WatchEvent::Apply(item)) = event else { return };
        if let Err(error) = &item.object
            && !self.store.is_undecodable(&item.key)
        {
            tracing::warn!(%kind, key = %item.key, %error, "object cannot be read");
        }
    }
}
