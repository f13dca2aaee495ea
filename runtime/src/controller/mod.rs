//! Caches wake keys, the queue orders them, each claim is one pass.

mod triggers;

use std::{collections::HashMap, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures::FutureExt;
use parking_lot::Mutex;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::{debug, error, info, warn};

use crate::{
    cache::{Cache, Change},
    declare::MapFn,
    failure::Failed,
    hub::problem,
    object::{Kind, Object, ObjectKey},
    pass::{Ended, Engine, Next},
    queue::{Claim, Priority, Queue},
    store::Objects,
};

/// One operator at work.
pub(crate) struct Controller {
    engine: Arc<Engine>,
    queue: Queue<ObjectKey>,
    tasks: TaskTracker,
    /// Cancels passes that a stop does not want to wait for.
    passes: CancellationToken,
    /// The last failure of each object that was logged.
    told: Mutex<HashMap<ObjectKey, String>>,
}

/// What a change in a cache means.
#[derive(Clone, Copy)]
enum Role {
    Primary,
    Owned,
    Watched(Option<MapFn>),
}

impl Controller {
    pub(crate) fn new(engine: Arc<Engine>, queue: Queue<ObjectKey>) -> Self {
        Self {
            engine,
            queue,
            tasks: TaskTracker::new(),
            passes: CancellationToken::new(),
            told: Mutex::default(),
        }
    }

    pub(crate) fn cached(&self, kind: &Kind, key: &ObjectKey) -> Option<Arc<Object>> {
        self.engine.hub.caches().iter().filter(|cache| cache.kind() == kind).find_map(|cache| cache.get(key))
    }

    pub(crate) fn queue(&self) -> &Queue<ObjectKey> {
        &self.queue
    }

    /// Works until `stop`, then lets passes end within `grace`. Says whether all of them did.
    pub(crate) async fn run(self: Arc<Self>, stop: CancellationToken, grace: Duration) -> bool {
        self.listen(&stop);
        let begun = tokio::select! {
            () = self.settled(&stop) => true,
            () = stop.cancelled() => false,
        };
        if begun {
            info!(operator = self.engine.declaration.name, "caches are listed, passes begin");
            self.work(&stop).await;
        }
        self.queue.shut_down();
        let drained = tokio::time::timeout(grace, self.queue.drained()).await.is_ok();
        self.passes.cancel();
        self.tasks.close();
        self.tasks.wait().await;
        drained
    }

    async fn work(self: &Arc<Self>, stop: &CancellationToken) {
        loop {
            let claim = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                claim = self.queue.next() => claim,
            };
            let Some(claim) = claim else { return };
            self.tasks.spawn(self.clone().visit(claim));
        }
    }

    /// No pass may begin while a list is incomplete: what is not listed yet would read as absent. A kind that
    /// cannot be listed at all holds up only the passes that need it.
    async fn settled(self: &Arc<Self>, stop: &CancellationToken) {
        for cache in self.engine.hub.caches() {
            cache.settled().await;
            if let Some(problem) = problem(&cache) {
                warn!(operator = self.engine.declaration.name, kind = %cache.kind(), problem, "not listed");
                self.tasks.spawn(self.clone().wake_when_listed(cache, stop.clone()));
            }
        }
    }

    /// Objects whose passes could not go on without a kind are visited once it is there.
    async fn wake_when_listed(self: Arc<Self>, cache: Arc<Cache>, stop: CancellationToken) {
        tokio::select! {
            () = stop.cancelled() => return,
            () = cache.synced() => {}
        }
        info!(operator = self.engine.declaration.name, kind = %cache.kind(), "listed at last");
        for object in self.engine.hub.primary.all() {
            self.queue.add(&object.meta().key(), Priority::Background);
        }
    }

    /// One pass of one object, whatever happens in it.
    async fn visit(self: Arc<Self>, claim: Claim<ObjectKey>) {
        let key = claim.key().clone();
        let limit = self.engine.declaration.timeout;
        let cancel = self.passes.child_token();
        let pass = AssertUnwindSafe(self.engine.pass(&key, &cancel)).catch_unwind();
        let ended = tokio::select! {
            ended = tokio::time::timeout(limit, pass) => Some(ended),
            () = self.passes.cancelled() => None,
        };
        cancel.cancel();
        match ended {
            Some(Ok(Ok(ended))) => self.settle(claim, ended),
            Some(Ok(Err(_))) => {
                error!(object = %key, operator = self.engine.declaration.name, "the pass itself panicked");
                claim.fail();
            }
            Some(Err(_)) => {
                error!(object = %key, ?limit, "the pass took too long and was given up");
                claim.fail();
            }
            None => debug!(object = %key, "the pass was cancelled: the process is stopping"),
        }
    }

    fn settle(&self, claim: Claim<ObjectKey>, ended: Ended) {
        let key = claim.key();
        self.log(key, ended.failed.as_ref());
        // A pass that is tried again by its backoff has a next one already.
        if let (Next::Await | Next::After(_), Some(period)) = (&ended.next, self.engine.declaration.resync) {
            self.queue.resync(key, period);
        }
        match ended.next {
            Next::Gone | Next::Await => claim.succeed(),
            Next::After(delay) => claim.again(delay),
            Next::Backoff => {
                claim.fail();
            }
            Next::BackoffWithin(delay) => {
                self.queue.add_after(key, delay);
                claim.fail();
            }
        }
    }

    /// A failure is told when it is another one than before; a repeat is for those who look closely.
    fn log(&self, key: &ObjectKey, failed: Option<&Failed>) {
        let mut told = self.told.lock();
        let Some(failed) = failed else {
            told.remove(key);
            return;
        };
        let (kind, reason) = (self.engine.declaration.kind, &failed.reason);
        let words = format!("{reason} {}", failed.message);
        if told.get(key) == Some(&words) {
            debug!(object = %key, kind, %reason, "again: {}", failed.message);
        } else {
            warn!(object = %key, kind, %reason, "{}", failed.message);
            told.insert(key.clone(), words);
        }
    }

    /// Starts a task for each cache that turns its changes into keys.
    fn listen(self: &Arc<Self>, stop: &CancellationToken) {
        let hub = &self.engine.hub;
        let mut roles: Vec<(Arc<Cache>, Vec<Role>)> = Vec::new();
        let mut add = |cache: &Arc<Cache>, role: Role| match roles
            .iter_mut()
            .find(|(known, _)| Arc::ptr_eq(known, cache))
        {
            Some((_, roles)) => roles.push(role),
            None => roles.push((cache.clone(), vec![role])),
        };
        add(&hub.primary, Role::Primary);
        hub.owned.iter().for_each(|cache| add(cache, Role::Owned));
        for (cache, watched) in hub.watched.iter().zip(self.engine.declaration.watches) {
            add(cache, Role::Watched(watched.map));
        }
        for (cache, roles) in roles {
            let changes = cache.subscribe_with_echoes();
            self.tasks.spawn(self.clone().pump(cache.kind().clone(), changes, roles, stop.clone()));
        }
    }

    async fn pump(
        self: Arc<Self>,
        kind: Kind,
        mut changes: UnboundedReceiver<Change>,
        roles: Vec<Role>,
        stop: CancellationToken,
    ) {
        loop {
            let change = tokio::select! {
                () = stop.cancelled() => return,
                change = changes.recv() => change,
            };
            let Some(change) = change else { return };
            let priority = if change.initial { Priority::Background } else { Priority::Live };
            for role in &roles {
                // A first list of other kinds is complete before the passes that it matters to: each object is visited
                // because it is in a list itself, and once is enough.
                if change.initial && !matches!(role, Role::Primary) {
                    continue;
                }
                for key in self.woken(&kind, *role, &change) {
                    self.queue.add(&key, priority);
                }
            }
        }
    }

    /// The echo of its own write is no news to the writer, but others may have read what was written.
    fn woken(&self, kind: &Kind, role: Role, change: &Change) -> Vec<ObjectKey> {
        let engine = &self.engine;
        match role {
            Role::Primary if change.echo => Vec::new(),
            Role::Owned if change.echo => self.readers(kind, change),
            Role::Primary => {
                let conditions = engine.logic.fields().map_or("", |fields| fields.conditions);
                let types = engine.logic.conditions();
                let wakes = triggers::of_primary(change, engine.declaration, types, conditions);
                wakes.then(|| change.key.clone()).into_iter().collect()
            }
            Role::Owned => {
                let mut woken = triggers::owners(change, engine.declaration);
                woken.extend(self.readers(kind, change));
                woken
            }
            Role::Watched(map) => {
                let mut woken = self.readers(kind, change);
                woken.extend(map.into_iter().flat_map(|map| self.mapped(map, change)));
                woken
            }
        }
    }

    fn readers(&self, kind: &Kind, change: &Change) -> Vec<ObjectKey> {
        let (old, new) = (change.old.as_deref(), change.new.as_deref());
        self.engine.hub.subscriptions.woken_by(kind, &change.key, old, new).into_iter().collect()
    }

    /// The user's function, for the object before and after, so that what it pointed to before is woken too.
    fn mapped(&self, map: MapFn, change: &Change) -> Vec<ObjectKey> {
        let store: &Cache = &self.engine.hub.primary;
        let mut woken = Vec::new();
        for object in [&change.old, &change.new].into_iter().flatten() {
            match std::panic::catch_unwind(AssertUnwindSafe(|| map(object, store))) {
                Ok(Ok(keys)) => woken.extend(keys),
                Ok(Err(problem)) => warn!(object = %change.key, "not mapped: {problem}"),
                Err(_) => error!(object = %change.key, "the `map` function panicked"),
            }
        }
        woken
    }
}
