//! All caches of a process for one client.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use kube::Client;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    Cache, CacheSpec, backoff::Backoff, handle::Shared, raw::Reader, request::Requests, watch::Watch,
};
use crate::clock::Clock;

/// Hands out caches, one for each [`CacheSpec`], however many ask for it.
pub struct Caches {
    client: Client,
    managers: Arc<[String]>,
    clock: Arc<dyn Clock>,
    stop: CancellationToken,
    tasks: TaskTracker,
    caches: Mutex<HashMap<CacheSpec, Weak<Cache>>>,
}

impl Caches {
    /// A registry without caches yet. `managers` are the field managers of all operators of this process: what the
    /// server notes of their server-side applies is kept with the objects.
    pub fn new(client: Client, managers: Vec<String>, clock: Arc<dyn Clock>) -> Self {
        Self {
            client,
            managers: managers.into(),
            clock,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            caches: Mutex::default(),
        }
    }

    /// The cache of a specification. Its watches begin with the first call, and end with the last user.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn get(&self, spec: &CacheSpec) -> Arc<Cache> {
        let mut caches = self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cache) = caches.get(spec).and_then(Weak::upgrade) {
            return cache;
        }
        caches.retain(|_, cache| cache.strong_count() > 0);
        let cache = Arc::new(self.start(spec));
        caches.insert(spec.clone(), Arc::downgrade(&cache));
        cache
    }

    /// Ends all watches and waits for their tasks. The caches stay readable as they are.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn start(&self, spec: &CacheSpec) -> Cache {
        let shared = Arc::new(Shared::new(spec.clone()));
        let stop = self.stop.child_token();
        let (expiring, clock) = (shared.clone(), self.clock.clone());
        self.spawn(&stop, async move { expiring.expire(&*clock).await });
        for scope in spec.scopes() {
            let watch = Watch {
                shared: shared.clone(),
                requests: Requests {
                    client: self.client.clone(),
                    kind: spec.kind.clone(),
                    scope,
                    selector: (!spec.selector.is_everything()).then(|| spec.selector.to_string()),
                    metadata_only: spec.metadata_only,
                },
                reader: Reader {
                    cluster: spec.cluster,
                    kind: spec.kind.clone(),
                    managers: self.managers.clone(),
                },
                clock: self.clock.clone(),
                backoff: Backoff::new(),
                streams: true,
            };
            self.spawn(&stop, watch.run());
        }
        Cache::new(shared, self.clock.clone(), stop.drop_guard())
    }

    fn spawn(&self, stop: &CancellationToken, task: impl Future<Output = ()> + Send + 'static) {
        let stop = stop.clone();
        self.tasks.spawn(async move {
            stop.run_until_cancelled(task).await;
        });
    }
}

impl fmt::Debug for Caches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let caches = self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(caches.keys().map(ToString::to_string)).finish()
    }
}
