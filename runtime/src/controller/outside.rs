//! Keys from outside of the cluster.

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures::{FutureExt, StreamExt};
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use super::Controller;
use crate::{queue::Priority, source::Source};

impl Controller {
    /// Starts a task for each source of keys.
    pub(super) fn draw(self: &Arc<Self>, stop: &CancellationToken) {
        let sources = self.engine.logic.sources(self.engine.hub.primary.clone(), self.clock.clone());
        for source in sources {
            self.tasks.spawn(self.clone().draw_from(source, stop.clone()));
        }
    }

    /// A source that ends, or panics, takes nothing with it. It is not begun anew: nobody knows what that would do.
    async fn draw_from(self: Arc<Self>, source: Source, stop: CancellationToken) {
        let Source { name, begin } = source;
        let drawn = AssertUnwindSafe(async {
            let mut keys = begin();
            while let Some(key) = keys.next().await {
                self.queue.add(&key, Priority::Live);
                // A stream that is always ready must leave room for others, and for the end.
                tokio::task::yield_now().await;
            }
        });
        let drawn = tokio::select! {
            biased;
            () = stop.cancelled() => return,
            drawn = drawn.catch_unwind() => drawn,
        };
        let operator = self.engine.declaration.name;
        match drawn {
            Ok(()) => warn!(operator, source = name, "the source has ended: it wakes nothing any more"),
            Err(_) => error!(operator, source = name, "the source panicked: it wakes nothing any more"),
        }
    }
}
