//! Whether a changed status is written now or a little later, so that a rollout costs few writes.

use std::time::Duration;

use serde_json::Value;

use super::conditions;
use crate::{apply::body::strip_nulls, status::StatusFields};

/// A change of messages alone is written at most this often: error texts hold ports, ids and times.
const MESSAGES: Duration = Duration::from_secs(60);
/// While nothing is ready, numbers that move are written at most this often. What becomes ready is written at once.
const NUMBERS: Duration = Duration::from_secs(1);

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

    /// How much longer to wait, if the last write was `ago`; `None` means to write now.
    pub(super) fn delay(self, ago: Option<Duration>) -> Option<Duration> {
        let pace = match self {
            Self::Nothing | Self::News => return None,
            Self::Messages => MESSAGES,
            Self::Numbers => NUMBERS,
        };
        pace.checked_sub(ago?).filter(|left| !left.is_zero())
    }
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
    fn messages_wait_a_minute_and_numbers_a_second_but_news_never() {
        let second = Duration::from_secs(1);
        let old = status("False", "a", 0);
        assert_eq!(change(&old, &status("False", "b", 0)).delay(Some(second)), Some(59 * second));
        let numbers = change(&old, &status("False", "b", 1));
        assert_eq!(numbers, Change::Numbers);
        assert_eq!(numbers.delay(Some(Duration::from_millis(400))), Some(Duration::from_millis(600)));
        assert_eq!(numbers.delay(Some(second)), None);
        assert_eq!(numbers.delay(None), None, "after a restart nobody knows of an earlier write");
        assert_eq!(change(&old, &status("True", "a", 1)), Change::News);
        assert_eq!(change(&status("True", "a", 1), &status("True", "a", 2)), Change::News);
    }
}
