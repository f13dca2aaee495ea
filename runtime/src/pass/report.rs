//! Steps 6 and 7: what the status says, and whether it is written.

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tracing::{debug, error};

use super::{
    Ended, Engine,
    children::{Made, failed_request},
    conditions::{self, Draft},
    next::Next,
    pace::Change,
};
use crate::{
    apply::{RequestError, StatusOutcome, status},
    children::Live,
    events::{EventType, Regarding},
    failure::{Class, Failed},
    object::{Object, ObjectKey},
    readiness,
};

/// Reason of an object that its type does not fit.
const UNDECODABLE: &str = "Undecodable";

/// What became of the status.
pub(super) enum Said {
    /// It says what is so.
    Fine,
    /// It will be written, but not yet.
    Later(Duration),
    /// It could not be written.
    Failed(Failed),
}

impl Engine {
    /// The stored status, to be worked on. `None` without a status.
    pub(super) fn draft(&self, object: &Object) -> Option<Draft> {
        let fields = self.logic.fields()?;
        let value = self.logic.normalise(&object.value()["status"]);
        Some(Draft::new(value, fields, self.logic.conditions(), self.memory.time()))
    }

    /// The live children by entry. The one that is wanted comes first, those on their way out last.
    pub(super) fn live(&self, owner: &Object, made: &Made) -> Live {
        let label = self.declaration.entry_label();
        let (mut entries, mut kinds) = (Vec::new(), Vec::new());
        for (owned, cache) in self.declaration.owns.iter().zip(&self.hub.owned) {
            let mut children = self.children(cache, owner);
            children
                .retain(|child| child.meta().labels.get(&label).is_some_and(|entry| entry == owned.entry));
            children.sort_by_cached_key(|child| {
                let key = child.meta().key();
                let wanted = made.wanted.contains(&(cache.kind().clone(), key.clone()));
                (child.meta().is_deleting(), !wanted, key)
            });
            entries.push(children);
            kinds.push(cache.kind().clone());
        }
        Live::new(entries, kinds)
    }

    /// How many pods of its children are ready.
    fn ready_pods(&self, owner: &Object) -> i32 {
        let ready = self.hub.owned_once().into_iter().flat_map(|cache| {
            let kind = cache.kind();
            let children = self.children(cache, owner);
            children.into_iter().map(move |child| readiness::replicas(kind, &child.value()).ready)
        });
        ready.sum()
    }

    /// Writes the status if it says something new, and an event if something new is wrong.
    pub(super) async fn say(
        &self,
        object: &Arc<Object>,
        draft: Option<Draft>,
        failed: Option<&Failed>,
    ) -> Said {
        let Some(mut draft) = draft else {
            self.say_by_event(object, failed);
            return Said::Fine;
        };
        if let Some(failed) = failed {
            draft.set_failure(failed);
        }
        let stored = self.logic.normalise(&object.value()["status"]);
        draft.stamp(&stored, object.meta().generation);
        self.write(object, &stored, draft, failed).await
    }

    async fn write(
        &self,
        object: &Object,
        stored: &Value,
        mut draft: Draft,
        failed: Option<&Failed>,
    ) -> Said {
        let key = object.meta().key();
        let change = Change::between(stored, &draft.value, draft.fields);
        if change == Change::Nothing {
            self.memory.nothing_unwritten(&key);
            return Said::Fine;
        }
        let ready = self.ready_pods(object);
        if let Some(delay) = change.delay(&self.memory.unwritten(&key, change, ready)) {
            return Said::Later(delay);
        }
        if let Some(rest) = self.memory.resting(&key) {
            return Said::Later(rest);
        }
        draft.touch();
        let news = failed.filter(|failed| is_news(stored, &draft, failed));
        match status::write(&self.target(&key), &draft.ours(), object.meta()).await {
            Ok(StatusOutcome::Written(bytes)) => {
                self.memory.wrote_status(&key, ready);
                if let Err(problem) = self.answered(&bytes) {
                    return Said::Failed(problem);
                }
                if let Some(failed) = news {
                    self.warn(object, failed);
                }
                Said::Fine
            }
            // A newer state of the object is in the queue already, or it is gone.
            Ok(StatusOutcome::Dropped(why)) => {
                debug!(object = %key, ?why, "the status was not written");
                Said::Later(Duration::from_secs(1))
            }
            Ok(StatusOutcome::Gone) => Said::Fine,
            Err(problem) => match self.busy(&key, &problem) {
                Some(delay) => Said::Later(delay),
                None => Said::Failed(self.unsaid(object, failed, &problem)),
            },
        }
    }

    /// What the status cannot say is said in events: what it was to say, and why it does not. Repeats are one event.
    fn unsaid(&self, object: &Object, failed: Option<&Failed>, problem: &RequestError) -> Failed {
        let unwritten = failed_request(problem, self.declaration);
        let is_said = failed.is_some_and(|failed| failed.reason == UNDECODABLE);
        if matches!(problem, RequestError::Forbidden(_) | RequestError::Rejected(_)) && !is_said {
            failed.into_iter().chain([&unwritten]).for_each(|failed| self.warn(object, failed));
        }
        Failed { message: format!("its status cannot be written: {}", unwritten.message), ..unwritten }
    }

    /// Says in an event that something holds the object up.
    fn warn(&self, object: &Object, failed: &Failed) {
        if failed.class == Class::Waiting {
            return;
        }
        let about = Regarding::object(object.meta());
        self.events.say(EventType::Warning, &about, &failed.reason, &failed.told());
    }

    /// Without a status, a failure is said in an event alone, once until it is another one.
    fn say_by_event(&self, object: &Object, failed: Option<&Failed>) {
        let reason = failed.map(|failed| failed.reason.clone());
        if self.memory.is_new_reason(&object.meta().key(), reason)
            && let Some(failed) = failed
        {
            self.warn(object, failed);
        }
    }

    /// The end of a pass whose status is done with.
    pub(super) fn end(&self, key: &ObjectKey, next: Next, failed: Option<Failed>, said: Said) -> Ended {
        let ended = match said {
            Said::Fine => Ended { next, failed },
            Said::Later(delay) => Ended { next: next.at_latest(Some(delay)), failed },
            Said::Failed(problem) => {
                self.rest(key, Some(&problem));
                let next = next.sooner(Next::of(Some(&problem), None));
                Ended { next, failed: failed.or(Some(problem)) }
            }
        };
        self.rest(key, ended.failed.as_ref());
        ended
    }

    /// A server that cannot serve and says for how long is asked nothing for this object meanwhile.
    fn rest(&self, key: &ObjectKey, failed: Option<&Failed>) {
        if let Some(delay) = failed.filter(|failed| failed.outage).and_then(Failed::retry_after) {
            self.memory.rest(key, delay);
        }
    }

    /// Ends a pass that only has to say that it failed: nothing else was found out.
    pub(super) async fn say_only(&self, object: &Arc<Object>, failed: Failed) -> Ended {
        let said = self.say(object, self.open_draft(object), Some(&failed)).await;
        self.end(&object.meta().key(), Next::of(Some(&failed), None), Some(failed), said)
    }

    /// Ends a pass that could not look at all it has to: the generation counts as not observed.
    pub(super) async fn say_unlooked(&self, object: &Arc<Object>, failed: Failed) -> Ended {
        let said = match self.open_draft(object) {
            Some(mut draft) => {
                draft.set_failure(&failed);
                let stored = self.logic.normalise(&object.value()["status"]);
                draft.stamp_conditions(&stored, object.meta().generation);
                self.write(object, &stored, draft, Some(&failed)).await
            }
            None => self.say(object, None, Some(&failed)).await,
        };
        self.end(&object.meta().key(), Next::of(Some(&failed), None), Some(failed), said)
    }

    /// A draft of which only that counts which is set from now on.
    fn open_draft(&self, object: &Object) -> Option<Draft> {
        let mut draft = self.draft(object)?;
        draft.leave_open(draft.types);
        Some(draft)
    }

    /// Ends the pass of a paused object. Its generation is not looked at, so none is reported.
    pub(super) async fn say_paused(&self, object: &Arc<Object>) -> Ended {
        let Some(mut draft) = self.open_draft(object) else { return Ended::quietly(Next::Await) };
        let stored = draft.value.clone();
        let seen = stored[draft.fields.observed_generation].as_i64().unwrap_or(0);
        let text = format!("the annotation {} is \"true\"", self.declaration.paused_annotation());
        draft.set("Ready", "Unknown", "Paused", &text);
        draft.stamp(&stored, seen);
        let said = self.write(object, &stored, draft, None).await;
        self.end(&object.meta().key(), Next::Await, None, said)
    }

    /// Ends the pass of an object that its type does not fit: it waits for an edit, and no other object waits for it.
    pub(super) async fn say_undecodable(&self, object: &Arc<Object>, problem: String) -> Ended {
        error!(object = %object.meta().key(), kind = self.declaration.kind, "{problem}");
        let failed = Failed { class: Class::Permanent, ..Failed::transient(UNDECODABLE, problem) };
        match self.say(object, self.open_draft(object), Some(&failed)).await {
            // An apply to an object whose stored form does not fit the schema is refused, also one of the status.
            Said::Failed(problem) => {
                debug!(object = %object.meta().key(), problem.message, "its status cannot be written either");
                self.warn(object, &failed);
                Ended::quietly(Next::Await)
            }
            said => self.end(&object.meta().key(), Next::Await, None, said),
        }
    }
}

/// Whether the object did not say so before.
fn is_news(stored: &Value, draft: &Draft, failed: &Failed) -> bool {
    let before = conditions::find(&stored[draft.fields.conditions], "Ready");
    before.is_none_or(|ready| ready["status"] != "False" || ready["reason"] != *failed.reason)
}
