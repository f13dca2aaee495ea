//! Kinds that come and go: who waits for one is visited when it is there.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::Controller;
use crate::{cache::Cache, hub::lacks_kind, queue::Priority, store::Objects};

impl Controller {
    /// Objects whose passes could not go on without a kind are visited once it is there.
    pub(super) async fn wake_when_listed(self: Arc<Self>, cache: Arc<Cache>, stop: CancellationToken) {
        tokio::select! {
            () = stop.cancelled() => return,
            () = cache.synced() => {}
        }
        info!(operator = self.engine.declaration.name, kind = %cache.kind(), "listed at last");
        self.wake_all();
    }

    /// A kind can go from the cluster, and come: all objects are visited then, since no event of a child says so.
    pub(super) async fn follow_kind(self: Arc<Self>, cache: Arc<Cache>, stop: CancellationToken) {
        let (operator, kind) = (self.engine.declaration.name, cache.kind());
        let moves = async {
            loop {
                cache.until(lacks_kind).await;
                if self.engine.hub.is_unserved(&cache) {
                    info!(operator, %kind, "the cluster does not have this kind: its children are left out");
                } else {
                    warn!(operator, %kind, "the cluster does not have this kind");
                }
                self.wake_all();
                cache.until(|state| !lacks_kind(state)).await;
                cache.synced().await;
                info!(operator, %kind, "the cluster has this kind now");
                self.wake_all();
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = moves => {}
        }
    }

    fn wake_all(&self) {
        for object in self.engine.hub.primary.all() {
            self.queue.add(&object.meta().key(), Priority::Background);
        }
    }
}
