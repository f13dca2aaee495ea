//! Whether a changed status is written now or a little later, so that a rollout costs few writes.

use std::time::Duration;

use serde_json::Value;

use super::conditions;
use crate::{apply::body::strip_nulls, status::StatusFields};

/// A change of messages alone is written at most this often: error texts hold ports, ids and times.
const MESSAGES: Duration = Duration::from_secs(60);
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
            return Self::News;
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
    /// For how long numbers have differed from it.
    pub numbers: Duration,
    /// For how long other pods have been ready than then. After a restart nobody knows which were.
    pub ready: Option<Duration>,
}

/// The chosen members of each condition.
fn each(list: &Value, members: &[&str]) -> Vec<Vec<Value>> {
    let list = list.as_array().into_iter().flatten();
    list.map(|condition| members.iter().map(|member| condition[*member].clone()).collect()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const FIELDS: StatusFields = StatusFields {
        conditions: "conditions",
        observed_generation: "observedGeneration",
        last_update_time: Some("lastUpdateTime"),
    };

    fn status(ready: &str, message: &str, replicas: i32) -> Value {
        json!({
            "replicas": replicas, "selector": null, "lastUpdateTime": message,
            "conditions": [{"type": "Ready", "status": ready, "reason": "R", "message": message}]
        })
    }

    fn change(old: &Value, new: &Value) -> Change {
        Change::between(old, new, FIELDS)
    }

    #[test]
    fn nulls_and_the_time_of_the_last_update_are_no_change() {
        let mut new = status("True", "m", 1);
        new.as_object_mut().unwrap().remove("selector");
        new["lastUpdateTime"] = json!("later");
        assert_eq!(change(&status("True", "m", 1), &new), Change::Nothing);
    }

    #[test]
    fn messages_wait_a_minute_but_news_never() {
        let second = Duration::from_secs(1);
        let just_now = Unwritten { last_write: Some(second), ..Unwritten::default() };
        let old = status("False", "a", 0);
        assert_eq!(change(&old, &status("False", "b", 0)).delay(&just_now), Some(59 * second));
        let never = Unwritten::default();
        assert_eq!(
            change(&old, &status("False", "b", 0)).delay(&never),
            None,
            "nobody knows of an earlier write"
        );
        assert_eq!(change(&old, &status("True", "a", 1)).delay(&just_now), None);
        assert_eq!(change(&status("True", "a", 1), &status("True", "a", 2)).delay(&just_now), None);
    }

    #[test]
    fn numbers_wait_for_others_and_longer_if_no_pod_is_ready() {
        let tenth = Duration::from_millis(100);
        let numbers_changed = change(&status("False", "a", 0), &status("False", "b", 1));
        assert_eq!(numbers_changed, Change::Numbers);
        let after = |numbers: u32, ready: Option<u32>| {
            let ready = ready.map(|tenths| tenths * tenth);
            // Long ago, which does not matter.
            numbers_changed.delay(&Unwritten {
                last_write: Some(900 * tenth),
                numbers: numbers * tenth,
                ready,
            })
        };
        assert_eq!(
            (after(0, None), after(40, None), after(100, None)),
            (Some(100 * tenth), Some(60 * tenth), None)
        );
        assert_eq!((after(40, Some(0)), after(40, Some(4))), (Some(10 * tenth), Some(6 * tenth)));
        assert_eq!((after(40, Some(10)), after(95, Some(0))), (None, Some(5 * tenth)));
    }
}
