//! Changes in caches, and the keys that they wake.

use std::{panic::AssertUnwindSafe, sync::Arc};

use tokio::sync::mpsc::UnboundedReceiver;
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use super::{Controller, triggers};
use crate::{
    cache::{Cache, Change},
    declare::{MapFn, Watched},
    object::{Kind, ObjectKey},
    queue::Priority,
};

/// What a change in a cache means.
#[derive(Clone, Copy)]
enum Role {
    Primary,
    Owned,
    Watched(&'static Watched),
}

impl Controller {
    /// Starts a task for each cache that turns its changes into keys.
    pub(super) fn listen(self: &Arc<Self>, stop: &CancellationToken) {
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
        hub.owned.iter().chain(&hub.former).for_each(|cache| add(cache, Role::Owned));
        for (cache, watched) in hub.watched.iter().zip(self.engine.declaration.watches) {
            add(cache, Role::Watched(watched));
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
        let echo = change.echo == Some(engine.declaration.name);
        match role {
            Role::Primary if echo => Vec::new(),
            Role::Primary => {
                let wakes = triggers::of_primary(change, engine.declaration, &*engine.logic);
                wakes.then(|| change.key.clone()).into_iter().collect()
            }
            Role::Owned => {
                let watched = engine.declaration.watches.iter().find(|watched| (watched.kind)() == *kind);
                let wanted = watched.is_none_or(|watched| triggers::of_watched(change, watched));
                let mut woken = if echo { Vec::new() } else { triggers::owners(change, engine.declaration) };
                woken.extend(self.readers(kind, change, wanted));
                woken
            }
            Role::Watched(watched) => {
                let wanted = triggers::of_watched(change, watched);
                let mut woken = self.readers(kind, change, wanted);
                woken.extend(
                    watched.map.filter(|_| wanted).into_iter().flat_map(|map| self.mapped(map, change)),
                );
                woken
            }
        }
    }

    /// Those who read the object. Of a change that is not wanted, those for whom it has come or gone.
    fn readers(&self, kind: &Kind, change: &Change, wanted: bool) -> Vec<ObjectKey> {
        let (old, new) = (change.old.as_deref(), change.new.as_deref());
        let subscriptions = &self.engine.hub.subscriptions;
        subscriptions.woken_by(kind, &change.key, (old, new), wanted).into_iter().collect()
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
