//! One reconcile pass: read the object, make its children so, say in its status what is seen.
//!
//! Level-triggered: a pass reads state and is never told what happened. It works on JSON; user code sits behind
//! [`Logic`]. It knows caches only as something to read and to tell its own writes to.

mod change;
mod children;
mod conditions;
mod contest;
mod create;
mod deletion;
mod former;
mod kin;
mod logic;
mod memory;
mod next;
mod order;
mod pace;
mod past;
mod plan;
mod prune;
mod report;
mod unready;

use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

#[cfg(test)]
pub(crate) use self::logic::Subject;
pub(crate) use self::{
    logic::{Logic, Typed},
    next::Next,
};
use self::{memory::Memory, report::Said};
use crate::{
    apply::{Finalizers, Target, finalizer},
    client::Server,
    clock::Clock,
    context::Visit,
    declare::Declaration,
    events::{Events, Regarding},
    failure::Failed,
    hub::{Hub, lacks_kind, problem},
    object::{Kind, Object, ObjectKey},
};

/// All that the passes of one operator share.
pub(crate) struct Engine {
    pub(crate) declaration: &'static Declaration,
    pub(crate) logic: Arc<dyn Logic>,
    pub(crate) hub: Arc<Hub>,
    kind: Kind,
    server: Server,
    events: Events,
    memory: Memory,
}

/// How a pass ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// When to come again.
    pub(crate) next: Next,
    /// What failed, for the log.
    pub(crate) failed: Option<Failed>,
}

impl Engine {
    pub(crate) fn new(
        declaration: &'static Declaration,
        logic: Arc<dyn Logic>,
        hub: Arc<Hub>,
        server: Server,
        events: Events,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let memory = Memory::new(clock);
        Self { declaration, logic, hub, kind: declaration.primary(), server, events, memory }
    }

    pub(crate) fn events(&self) -> &Events {
        &self.events
    }

    /// One pass. Safe to cancel at every await: every write is guarded, and what was written is found again.
    pub(crate) async fn pass(&self, key: &ObjectKey, cancel: &CancellationToken) -> Ended {
        // 1. Read.
        let Some(object) = self.hub.primary.get(key) else {
            self.hub.subscriptions.forget(key);
            self.memory.forget(key);
            return Ended::quietly(Next::Gone);
        };
        if object.meta().is_deleting() && !self.holds(&object) {
            // Others hold it. Nothing of ours is left to do, so nothing is written, whatever state it is in.
            return Ended::quietly(Next::Await);
        }
        if let Some(rest) = self.memory.resting(key) {
            return Ended::quietly(Next::Rest(rest));
        }
        if object.meta().annotations.get(&self.declaration.paused_annotation()).is_some_and(|v| v == "true") {
            return self.say_paused(&object).await;
        }
        let teller = (self.events.clone(), Regarding::object(object.meta()));
        let visit = Arc::new(Visit::new(key.clone(), self.hub.clone(), teller, cancel.child_token()));
        let mut subject = match self.logic.decode(&object, visit.clone()) {
            Ok(subject) => subject,
            Err(problem) => return self.say_undecodable(&object, problem.to_string()).await,
        };
        if object.meta().is_deleting() {
            return self.delete(&object, subject.as_ref(), &visit).await;
        }
        if let Some(missing) = self.unlisted() {
            return self.say_unlooked(&object, missing).await;
        }

        // 2. The finalizer is stored before anything exists that it guards.
        let object = match self.guard(object).await {
            Guarded::As(object) => object,
            Guarded::Changed(changed) => {
                subject = match self.logic.decode(&changed, visit.clone()) {
                    Ok(subject) => subject,
                    Err(problem) => return self.say_undecodable(&changed, problem.to_string()).await,
                };
                changed
            }
            Guarded::Over(ended) => return ended,
        };

        let object = match self.take_over_status(object).await {
            Guarded::As(object) | Guarded::Changed(object) => object,
            Guarded::Over(ended) => return ended,
        };

        // 3. to 5. What it wants, unless it is refused; then the children, and those no longer wanted.
        let desired = match subject.admit() {
            Ok(_) => subject.desired().await,
            Err(refusal) => Err(refusal),
        };
        let judged = desired.is_ok();
        if let Some(failed) = unread(&visit) {
            return self.say_unlooked(&object, failed).await;
        }
        let (made, mut failed, mut next) = match desired {
            Ok(children) => {
                let made = self.make(&object, children).await;
                let (failed, next) = (made.failed.clone(), made.next.clone());
                (made, failed, next)
            }
            Err(problem) => {
                (children::Made::default(), Some(problem.clone()), Next::of(Some(&problem), None))
            }
        };

        // 6. and 7. What is seen, and the status.
        let live = self.live(&object, &made);
        let mut draft = self.draft(&object);
        if let Some(draft) = &mut draft {
            draft.set_readiness(self.unready(&object, &made).as_ref());
            draft.name_skipped(&made.skipped);
            // What was found wrong may still be so where this pass did not come as far.
            if judged {
                draft.resolve(self.logic.failure_conditions());
            } else {
                draft.leave_open(self.logic.failure_conditions());
            }
        }
        let status = draft.as_ref().map_or(Value::Null, |draft| draft.value.clone());
        let (status, seen) = subject.observe(live, status).await;
        let (action, unseen) = match seen {
            Ok(action) => (Some(action), None),
            Err(problem) => (None, Some(problem)),
        };
        let unseen = unread(&visit).or(unseen);
        next = next.sooner(Next::of(unseen.as_ref(), action));
        if failed.is_none() && unseen.is_none() {
            self.hub.subscriptions.replace(key, visit.interests());
        }
        if let Some(draft) = &mut draft {
            draft.value = status;
            if unseen.is_some() {
                draft.leave_open(draft.types);
            }
            // One of two failures is the reason of `Ready`; each has a condition of its own.
            [&failed, &unseen].into_iter().flatten().for_each(|failed| draft.set_own_condition(failed));
        }
        failed = next::stronger(failed, unseen);
        let said = self.say(&object, draft, failed.as_ref()).await;

        // 8. When to come again.
        self.end(key, next, failed, said)
    }

    /// A kind of children that was never listed: a pass would take all of them for absent.
    fn unlisted(&self) -> Option<Failed> {
        let mut needed = self.hub.owned.iter().filter(|cache| !self.hub.is_unserved(cache));
        needed.find_map(|cache| {
            let problem = problem(cache)?;
            let reason = if lacks_kind(&cache.state()) { "ApiAbsent" } else { "CannotList" };
            Some(Failed::transient(reason, problem).of_all())
        })
    }

    async fn guard(&self, object: Arc<Object>) -> Guarded {
        let Some(finalizer) = self.declaration.finalizer else { return Guarded::As(object) };
        if self.guards(&object) {
            return Guarded::As(object);
        }
        let key = object.meta().key();
        let over = |next| Guarded::Over(Ended::quietly(next));
        match finalizer::add(&self.target(&key), finalizer, object.meta()).await {
            Ok(Finalizers::Written(bytes) | Finalizers::Unchanged(Some(bytes))) => {
                match self.answered(&bytes) {
                    Ok(changed) => Guarded::Changed(changed),
                    Err(problem) => Guarded::Over(Ended::failing(problem)),
                }
            }
            Ok(Finalizers::Unchanged(None)) => Guarded::As(object),
            // Its deletion, or its successor, comes with an event of its own.
            Ok(Finalizers::Gone | Finalizers::Deleting) => over(Next::Await),
            Ok(Finalizers::Contended) => over(Next::Backoff),
            Err(problem) => match self.busy(&key, &problem) {
                Some(delay) => over(Next::After(delay)),
                None => {
                    let failed = children::failed_request(&problem, self.declaration);
                    let next = Next::of(Some(&failed), None);
                    Guarded::Over(self.end(&key, next, Some(failed), Said::Fine))
                }
            },
        }
    }

    /// Whether our finalizer is on the object, or one of an earlier release.
    fn holds(&self, object: &Object) -> bool {
        let former = self.declaration.former_finalizers;
        self.guards(object) || object.meta().finalizers.iter().any(|entry| former.contains(&entry.as_str()))
    }

    /// Whether our finalizer is on the object.
    fn guards(&self, object: &Object) -> bool {
        let ours = self.declaration.finalizer;
        ours.is_some_and(|ours| object.meta().finalizers.iter().any(|entry| entry == ours))
    }

    fn target<'a>(&'a self, key: &'a ObjectKey) -> Target<'a> {
        Target { server: &self.server, kind: &self.kind, key }
    }

    /// Takes an answer of our own write of the object into the cache, so that the next read sees it.
    fn answered(&self, bytes: &[u8]) -> Result<Arc<Object>, Failed> {
        let object = Object::from_slice(bytes, &[self.server.manager()])
            .map_err(|problem| Failed::transient("Undecodable", problem.to_string()))?;
        self.hub.primary.wrote(object.clone(), self.declaration.name);
        Ok(Arc::new(object))
    }
}

impl Ended {
    fn quietly(next: Next) -> Self {
        Self { next, failed: None }
    }

    fn failing(failed: Failed) -> Self {
        Self { next: Next::of(Some(&failed), None), failed: Some(failed) }
    }
}

/// What the user's code could not read: its answer then counts for nothing.
fn unread(visit: &Visit) -> Option<Failed> {
    Some(Failed::transient("CannotRead", visit.spoilt()?.to_string()).of_all())
}

/// The object after step 2.
enum Guarded {
    /// As it was.
    As(Arc<Object>),
    /// As the server answered.
    Changed(Arc<Object>),
    /// There is nothing more to do in this pass.
    Over(Ended),
}
