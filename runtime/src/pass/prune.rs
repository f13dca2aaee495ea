//! Step 5: children that are no longer wanted are deleted.

use std::{collections::HashSet, sync::Arc};

use tracing::info;

use super::{
    Engine,
    children::{One, failed_request},
    kin::is_retained,
};
use crate::{
    apply::{Deleted, Target, delete},
    cache::Cache,
    object::{Kind, Object, ObjectKey},
};

impl Engine {
    /// Children of ours that are no longer wanted, also those of kinds that earlier releases owned.
    pub(super) fn unwanted(
        &self,
        owner: &Object,
        wanted: &HashSet<(Kind, ObjectKey)>,
    ) -> Vec<(Arc<Cache>, Arc<Object>)> {
        let mut unwanted = Vec::new();
        for cache in self.hub.owned_once().into_iter().chain(&self.hub.former) {
            for child in self.children(cache, owner) {
                let key = (cache.kind().clone(), child.meta().key());
                if !is_retained(self.declaration, &child)
                    && !wanted.contains(&key)
                    && !child.meta().is_deleting()
                {
                    unwanted.push((cache.clone(), child));
                }
            }
        }
        unwanted
    }

    pub(super) async fn prune(&self, by: &ObjectKey, cache: &Cache, child: &Object) -> One {
        let (kind, key, uid) = (cache.kind(), child.meta().key(), &child.meta().uid);
        let owner = child.meta().controller().map(|owner| owner.name.as_str());
        info!(object = owner, kind = %kind, child = %key, "deleting: it is no longer wanted");
        match delete(&Target { server: &self.server, kind, key: &key }, uid).await {
            Ok(Deleted::Removed) => cache.removed(&key, uid),
            Ok(Deleted::Marked(bytes)) => {
                if let Ok(object) = Object::from_slice(&bytes, &[self.server.manager()]) {
                    cache.wrote(object, self.declaration.name);
                }
            }
            Ok(Deleted::Stale) => return One::Wait,
            Err(problem) => {
                return self
                    .busy(by, &problem)
                    .map_or_else(|| One::Failed(failed_request(&problem, self.declaration)), One::Busy);
            }
        }
        One::Done
    }
}
