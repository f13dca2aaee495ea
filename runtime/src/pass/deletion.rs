//! Step D: an object that is being deleted.

use super::{Ended, Engine, children::failed_request, logic::Subject, next::Next, report::Said, unread};
use crate::{
    action::Cleaned,
    apply::{Finalizers, finalizer},
    context::Visit,
    object::Object,
};
use std::sync::Arc;

impl Engine {
    /// Cleans up and lets the object go, which carries our finalizer or one of an earlier release.
    pub(super) async fn delete(&self, object: &Arc<Object>, subject: &dyn Subject, visit: &Visit) -> Ended {
        let cleaned = subject.clean().await;
        if let Some(failed) = unread(visit) {
            // What could not be read is not absent: there may be something to clean up.
            return self.say_unlooked(object, failed).await;
        }
        match cleaned {
            Ok(Cleaned::Done) => self.release(object).await,
            Ok(Cleaned::RetryAfter(delay)) => Ended::quietly(Next::After(delay)),
            Err(failed) => self.say_only(object, failed).await,
        }
    }

    async fn release(&self, object: &Object) -> Ended {
        let key = object.meta().key();
        let former = self.declaration.former_finalizers.iter().copied();
        let ours: Vec<&str> = self.declaration.finalizer.into_iter().chain(former).collect();
        match finalizer::remove(&self.target(&key), &ours, object.meta()).await {
            Ok(Finalizers::Written(bytes)) => match self.answered(&bytes) {
                Ok(_) => Ended::quietly(Next::Await),
                Err(problem) => Ended::failing(problem),
            },
            Ok(Finalizers::Gone) => {
                self.hub.primary.removed(&key, &object.meta().uid);
                self.hub.subscriptions.forget(&key);
                self.memory.forget(&key);
                Ended::quietly(Next::Gone)
            }
            Ok(Finalizers::Unchanged(_) | Finalizers::Deleting) => Ended::quietly(Next::Await),
            Ok(Finalizers::Contended) => Ended::quietly(Next::Backoff),
            Err(problem) => match self.busy(&key, &problem) {
                Some(delay) => Ended::quietly(Next::After(delay)),
                None => {
                    let failed = failed_request(&problem, self.declaration);
                    self.end(&key, Next::of(Some(&failed), None), Some(failed), Said::Fine)
                }
            },
        }
    }
}
