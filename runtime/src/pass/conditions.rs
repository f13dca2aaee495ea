//! Conditions in a status's JSON: what the runtime says, and how times and generations are kept.

use k8s_openapi::{apimachinery::pkg::apis::meta::v1::Time, jiff::Timestamp};
use serde_json::{Value, json};

use super::unready::Unready;
use crate::{
    failure::{Class, Failed},
    status::StatusFields,
    text::cut,
};

/// Longest message that the API server takes.
const MESSAGE_LIMIT: usize = 32_768;

/// Reason of conditions when a child has failed, as opposed to being on its way.
const CHILD_FAILED: &str = "ChildFailed";

/// Types that the runtime makes of the children's readiness.
pub(super) const OF_CHILDREN: [&str; 4] = ["Ready", "Progressing", "Reconciling", "Stalled"];

/// A status under work, with the names of the fields that the runtime fills.
pub(super) struct Draft {
    pub value: Value,
    pub fields: StatusFields,
    /// Condition types of the user's enum: no others are touched.
    pub types: &'static [&'static str],
    /// Types that this pass has set.
    set: Vec<&'static str>,
    /// Types of which this pass finds nothing out but what it sets.
    open: Vec<&'static str>,
    /// The time of day.
    pub now: Timestamp,
}

impl Draft {
    pub(super) fn new(
        value: Value,
        fields: StatusFields,
        types: &'static [&'static str],
        now: Timestamp,
    ) -> Self {
        Self { value, fields, types, set: Vec::new(), open: Vec::new(), now }
    }

    /// Sets a condition, if the operator writes its type.
    pub(super) fn set(&mut self, type_: &str, status: &str, reason: &str, message: &str) {
        let Some(known) = self.types.iter().find(|known| **known == type_) else { return };
        self.set.push(known);
        let message = cut(message, MESSAGE_LIMIT);
        let list = self.list();
        match list.iter_mut().find(|condition| condition["type"] == type_) {
            Some(found) => {
                found["status"] = json!(status);
                found["reason"] = json!(reason);
                found["message"] = json!(message);
            }
            None => list.push(json!({"type": type_, "status": status, "reason": reason, "message": message})),
        }
    }

    /// `Ready`, `Progressing` and `Stalled` from the children: before `observe`, which may overrule them.
    ///
    /// That a child was written says nothing by itself: one that has work to do with it is not ready, and no event
    /// would tell of the end of one that has not.
    pub(super) fn set_readiness(&mut self, unready: Option<&Unready>) {
        let told;
        let (ready, moving, reason, text) = match unready {
            None => {
                (("True", "Available", "all children are ready"), "False", "Settled", "no child is changing")
            }
            Some(Unready::Waiting(text)) => {
                (("False", "Waiting", &**text), "True", "ChildrenChanging", &**text)
            }
            Some(Unready::Failed(text)) => (("False", CHILD_FAILED, &**text), "False", CHILD_FAILED, &**text),
            Some(Unready::Blocked(failed)) => {
                told = failed.told();
                (("False", &*failed.reason, &*told), "False", &*failed.reason, &*told)
            }
        };
        self.set("Ready", ready.0, ready.1, ready.2);
        // Both are names for the same thing; an operator has one of them in its enum.
        self.set("Progressing", moving, reason, text);
        self.set("Reconciling", moving, reason, text);
        match unready {
            Some(Unready::Failed(_)) => self.set("Stalled", "True", reason, text),
            _ => self.set("Stalled", "False", "Settled", "nothing has failed for good"),
        }
    }

    /// Says with `Ready` which children are left out, because the cluster does not have their kind. They hold up nothing.
    pub(super) fn name_skipped(&mut self, skipped: &[String]) {
        const SHOWN: usize = 3;
        let is_ready = self.find("Ready").is_some_and(|ready| ready["status"] == "True");
        if skipped.is_empty() || !is_ready {
            return;
        }
        let mut names = skipped.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
        if skipped.len() > SHOWN {
            names.push_str(&format!(" and {} more", skipped.len() - SHOWN));
        }
        let text = format!("all children are ready; the cluster does not have the kind of {names}");
        self.set("Ready", "True", "Available", &text);
    }

    /// A failure: `Ready` is false, and its own condition, if it has one, is true. One that no retry can end is also
    /// `Stalled`. That something is waited for is not said where a child has failed: waiting does not end that.
    pub(super) fn set_failure(&mut self, failed: &Failed) {
        let child_failed = self.find("Ready").is_some_and(|ready| ready["reason"] == CHILD_FAILED);
        if failed.class == Class::Waiting && child_failed {
            return;
        }
        let message = failed.told();
        self.set("Ready", "False", &failed.reason, &message);
        match failed.class {
            Class::Permanent => self.set("Stalled", "True", &failed.reason, &message),
            Class::Waiting => {
                self.set("Progressing", "True", &failed.reason, &message);
                self.set("Reconciling", "True", &failed.reason, &message);
            }
            Class::Transient { .. } => {}
        }
        self.set_own_condition(failed);
    }

    /// The condition that a failure has besides `Ready`.
    pub(super) fn set_own_condition(&mut self, failed: &Failed) {
        if let Some(condition) = failed.condition {
            self.set(condition, "True", &failed.reason, &failed.told());
        }
    }

    /// Conditions that only failures set, and that hold no more.
    pub(super) fn resolve(&mut self, types: &[&str]) {
        for type_ in types.iter().filter(|type_| **type_ != "Ready") {
            if self.find(type_).is_some_and(|condition| condition["status"] == "True") {
                self.set(type_, "False", "Resolved", "it does not hold any more");
            }
        }
    }

    /// What is said of these types was found by an earlier pass, of an earlier generation perhaps: unless this one sets
    /// them, it does not speak for them.
    pub(super) fn leave_open(&mut self, types: &[&'static str]) {
        self.open.extend(types);
    }

    /// Fills in times and generations: a time moves only when its condition's status did.
    pub(super) fn stamp(&mut self, stored: &Value, generation: i64) {
        self.stamp_conditions(stored, generation);
        self.value[self.fields.observed_generation] = json!(generation);
    }

    /// The same for a pass that did not come as far as the spec: the generation that was observed stays.
    pub(super) fn stamp_conditions(&mut self, stored: &Value, generation: i64) {
        let (now, types, field) = (self.now, self.types, self.fields.conditions);
        let open: Vec<_> = self.open.iter().copied().filter(|type_| !self.set.contains(type_)).collect();
        for condition in self.list().iter_mut().filter(|c| types.iter().any(|type_| c["type"] == *type_)) {
            let before = find(&stored[field], condition["type"].as_str().unwrap_or(""));
            if before == Some(&*condition) && open.iter().any(|type_| condition["type"] == *type_) {
                continue;
            }
            let time = match before.map(|before| (before["status"] == condition["status"], before)) {
                Some((true, before)) if before["lastTransitionTime"].is_string() => {
                    before["lastTransitionTime"].clone()
                }
                // A clock that was set back must not move a transition into the past of the one before it.
                Some((_, before)) => written(now.max(time_of(&before["lastTransitionTime"]).unwrap_or(now))),
                None => written(now),
            };
            condition["lastTransitionTime"] = time;
            condition["observedGeneration"] = json!(generation);
        }
    }

    /// The time of the last change of anything else.
    pub(super) fn touch(&mut self) {
        if let Some(field) = self.fields.last_update_time {
            self.value[field] = written(self.now);
        }
    }

    /// Takes out what is not ours to send: conditions of other writers.
    pub(super) fn ours(mut self) -> Value {
        let types = self.types;
        self.list().retain(|condition| types.iter().any(|type_| condition["type"] == *type_));
        self.value
    }

    pub(super) fn find(&self, type_: &str) -> Option<&Value> {
        find(&self.value[self.fields.conditions], type_)
    }

    fn list(&mut self) -> &mut Vec<Value> {
        let slot = &mut self.value[self.fields.conditions];
        if !slot.is_array() {
            *slot = Value::Array(Vec::new());
        }
        match slot {
            Value::Array(list) => list,
            // It was made an array two lines above.
            _ => unreachable!("conditions are an array"),
        }
    }
}

/// A condition in a list of them.
pub(super) fn find<'a>(list: &'a Value, type_: &str) -> Option<&'a Value> {
    list.as_array()?.iter().find(|condition| condition["type"] == type_)
}

fn written(time: Timestamp) -> Value {
    // A time is a string in JSON and can't fail to become one.
    serde_json::to_value(Time(time)).unwrap_or(Value::Null)
}

fn time_of(value: &Value) -> Option<Timestamp> {
    value.as_str()?.parse().ok()
}

#[cfg(test)]
mod tests;
