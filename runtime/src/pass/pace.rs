//! Whether a changed status is written now or a little later, so that a rollout costs few writes.

use std::time::Duration;

use serde_json::Value;

use super::conditions;
use crate::{apply::body::strip_nulls, status::StatusFields};

/// A change of messages alone is written at most this often: error texts hold ports, ids and times.
const MESSAGES: Duration = Duration::from_secs(60);
/// That children are on their way is written after so long, unless they have arrived by then: a quick rollout then costs
/// one status write and not two. Nothing that went wrong ever waits for it.
const PROGRESS: Duration = Duration::from_millis(200);
/// While `Ready` is not true, numbers wait for so long for more of them: pods become ready one soon after another.
/// What makes `Ready` true is written at once, and takes them along.
const NUMBERS: Duration = Duration::from_secs(1);
/// The same if no pod became ready or ceased to be: that pods exist is rarely worth a write of its own.
const OTHER_NUMBERS: Duration = Duration::from_secs(10);

/// What a status write would change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing.
    Nothing,
    /// Messages of conditions.
    Messages,
    /// Other fields, while every condition says the same and `Ready` is not true.
    Numbers,
    /// That children are on their way now, and nothing else that somebody may be waiting for.
    Progress,
    /// Something that somebody may be waiting for.
    News,
}

impl Change {
    /// Compares two statuses of the same type, without the time of the last update.
    pub(super) fn between(stored: &Value, new: &Value, fields: StatusFields) -> Self {
        let (mut old, mut new) = (stored.clone(), new.clone());
        for value in [&mut old, &mut new] {
            if let (Some(map), Some(field)) = (value.as_object_mut(), fields.last_update_time) {
                map.remove(field);
            }
            strip_nulls(value);
        }
        if old == new {
            return Self::Nothing;
        }
        let said = |value: &Value| {
            each(&value[fields.conditions], &["type", "status", "reason", "observedGeneration"])
        };
        if said(&old) != said(&new) {
            let moves = is_waiting(&new, fields) && theirs(&old, fields) == theirs(&new, fields);
            return if moves { Self::Progress } else { Self::News };
        }
        for value in [&mut old, &mut new] {
            for condition in value[fields.conditions].as_array_mut().into_iter().flatten() {
                condition["message"] = Value::Null;
            }
        }
        if old == new {
            return Self::Messages;
        }
        let ready = conditions::find(&new[fields.conditions], "Ready");
        if ready.is_some_and(|ready| ready["status"] == "False") { Self::Numbers } else { Self::News }
    }

    /// How much longer to wait; `None` means to write now.
    pub(super) fn delay(self, unwritten: &Unwritten) -> Option<Duration> {
        let left = match self {
            Self::Nothing | Self::News => return None,
            Self::Progress => PROGRESS.saturating_sub(unwritten.progress),
            Self::Messages => MESSAGES.saturating_sub(unwritten.last_write?),
            Self::Numbers => {
                let other = OTHER_NUMBERS.saturating_sub(unwritten.numbers);
                unwritten.ready.map_or(other, |ready| other.min(NUMBERS.saturating_sub(ready)))
            }
        };
        (!left.is_zero()).then_some(left)
    }
}

/// What is not in the status yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unwritten {
    /// How long ago the status was written, if this process did it.
    pub last_write: Option<Duration>,
    /// For how long it has lacked that children are on their way.
    pub progress: Duration,
    /// For how long numbers have differed from it.
    pub numbers: Duration,
    /// For how long other pods have been ready than then. After a restart nobody knows which were.
    pub ready: Option<Duration>,
}

/// The runtime itself says that children are on their way: not a failure, and not `observe`.
fn is_waiting(status: &Value, fields: StatusFields) -> bool {
    let ready = conditions::find(&status[fields.conditions], "Ready");
    ready.is_some_and(|ready| ready["status"] == "False" && ready["reason"] == "Waiting")
}

/// What the conditions say that are not made of the children's readiness.
fn theirs(status: &Value, fields: StatusFields) -> Vec<Vec<Value>> {
    let mut all = each(&status[fields.conditions], &["type", "status", "reason"]);
    all.retain(|said| !conditions::OF_CHILDREN.iter().any(|type_| said[0] == *type_));
    all
}

/// The chosen members of each condition.
fn each(list: &Value, members: &[&str]) -> Vec<Vec<Value>> {
    let list = list.as_array().into_iter().flatten();
    list.map(|condition| members.iter().map(|member| condition[*member].clone()).collect()).collect()
}

#[cfg(test)]
mod tests;
