//! What became of an object between two sights of it. What no person cares for is no change.

use crate::{
    readiness::Readiness,
    seen::{Condition, Seen},
};

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// It was there when the watch began.
    Found,
    /// It is new.
    Created,
    /// Its spec or content is another one.
    Edited,
    /// It was marked for deletion.
    Deleting,
    /// It is gone.
    Deleted,
    /// A condition is new or another one.
    Condition(String, Condition),
    /// A condition is gone.
    ConditionGone(String),
    /// Its readiness is another one.
    Readiness(Readiness),
}

/// An object seen for the first time. `found` when it is older than the watch.
pub(crate) fn first(new: &Seen, found: bool) -> Vec<Change> {
    let mut changes = vec![if found { Change::Found } else { Change::Created }];
    changes.extend(new.conditions.iter().map(|(type_, condition)| condition_change(type_, condition)));
    if new.deleting {
        changes.push(Change::Deleting);
    }
    // A child that was just created is never ready, which is not worth saying.
    changes.extend(new.readiness.clone().filter(|readiness| found || readiness.ready).map(Change::Readiness));
    changes
}

/// An object seen again.
pub(crate) fn between(old: &Seen, new: &Seen) -> Vec<Change> {
    if old.uid != new.uid {
        let mut changes = vec![Change::Deleted];
        changes.extend(first(new, false));
        return changes;
    }
    let mut changes = Vec::new();
    if new.deleting {
        // The mark counts as a generation of its own.
        changes.extend((!old.deleting).then_some(Change::Deleting));
    } else if old.generation != new.generation || old.content != new.content {
        changes.push(Change::Edited);
    }
    for (type_, condition) in &new.conditions {
        if old.conditions.get(type_) != Some(condition) {
            changes.push(condition_change(type_, condition));
        }
    }
    let gone = old.conditions.keys().filter(|type_| !new.conditions.contains_key(*type_));
    changes.extend(gone.map(|type_| Change::ConditionGone(type_.clone())));
    if old.readiness != new.readiness {
        changes.extend(new.readiness.clone().filter(|readiness| !readiness.behind).map(Change::Readiness));
    }
    changes
}

fn condition_change(type_: &str, condition: &Condition) -> Change {
    Change::Condition(type_.to_owned(), condition.clone())
}

#[cfg(test)]
mod tests {
    use kube::api::DynamicObject;
    use serde_json::{Value, json};

    use super::*;
    use crate::seen;

    fn of(value: Value) -> DynamicObject {
        serde_json::from_value(value).unwrap()
    }

    fn app(uid: &str, generation: i64, ready: &str, message: &str, time: &str) -> Seen {
        seen::object(&of(json!({
            "metadata": {"name": "a", "uid": uid, "generation": generation, "resourceVersion": time,
                         "managedFields": [{"manager": time}], "labels": {"x": time}},
            "status": {"observedGeneration": generation, "lastUpdateTime": time, "conditions": [
                {"type": "Ready", "status": ready, "reason": "R", "message": message, "lastTransitionTime": time}]},
        })))
    }

    fn deployment(generation: i64, observed: i64, ready: i64) -> Seen {
        seen::child(
            "Deployment",
            &of(json!({
                "metadata": {"name": "a", "uid": "u", "generation": generation},
                "spec": {"replicas": 1},
                "status": {"observedGeneration": observed, "readyReplicas": ready, "updatedReplicas": 1},
            })),
        )
    }

    fn ready(ready: bool, text: &str) -> Change {
        Change::Readiness(Readiness { ready, text: text.to_owned(), behind: false })
    }

    fn condition(status: &str, message: &str) -> Change {
        let (status, reason, message) = (status.to_owned(), "R".to_owned(), message.to_owned());
        Change::Condition("Ready".to_owned(), Condition { status, reason, message })
    }

    #[test]
    fn times_versions_labels_and_managers_are_no_change() {
        assert_eq!(between(&app("u", 1, "True", "", "1"), &app("u", 1, "True", "", "2")), []);
    }

    #[test]
    fn status_reason_and_message_of_a_condition_are() {
        let old = app("u", 1, "False", "0 of 1", "1");
        assert_eq!(first(&old, false), [Change::Created, condition("False", "0 of 1")]);
        assert_eq!(between(&old, &app("u", 1, "True", "", "2")), [condition("True", "")]);
        assert_eq!(between(&old, &app("u", 1, "False", "1 of 2", "1")), [condition("False", "1 of 2")]);
        let bare = Seen { conditions: Default::default(), ..old.clone() };
        assert_eq!(between(&old, &bare), [Change::ConditionGone("Ready".to_owned())]);
    }

    #[test]
    fn an_edit_counts_by_generation_or_by_content() {
        assert_eq!(between(&deployment(1, 1, 1), &deployment(2, 1, 1)), [Change::Edited]);
        let map = |data: &str| {
            seen::child("ConfigMap", &of(json!({"metadata": {"uid": "u"}, "data": {"k": data}})))
        };
        assert_eq!(between(&map("a"), &map("a")), []);
        assert_eq!(between(&map("a"), &map("b")), [Change::Edited]);
    }

    #[test]
    fn readiness_is_said_when_it_changes_and_a_new_child_is_not_blamed() {
        assert_eq!(first(&deployment(1, 1, 0), false), [Change::Created]);
        assert_eq!(first(&deployment(1, 1, 0), true), [Change::Found, ready(false, "ready 0/1")]);
        assert_eq!(between(&deployment(1, 1, 0), &deployment(1, 1, 1)), [ready(true, "ready 1/1")]);
    }

    #[test]
    fn readiness_of_an_older_spec_is_not_said() {
        let behind = deployment(2, 1, 1);
        assert_eq!(between(&deployment(1, 1, 1), &behind), [Change::Edited]);
        assert_eq!(between(&behind, &deployment(2, 2, 1)), [ready(true, "ready 1/1")]);
    }

    #[test]
    fn the_deletion_mark_is_one_change_and_another_uid_another_object() {
        let marked = Seen { deleting: true, ..app("u", 2, "True", "", "1") };
        assert_eq!(between(&app("u", 1, "True", "", "1"), &marked), [Change::Deleting]);
        assert_eq!(between(&marked, &Seen { generation: Some(3), ..marked.clone() }), []);
        let expected = [Change::Deleted, Change::Created, condition("True", "")];
        assert_eq!(between(&marked, &app("v", 1, "True", "", "1")), expected);
    }

    #[test]
    fn nothing_of_a_secret_is_kept() {
        let secret =
            of(json!({"metadata": {"uid": "u"}, "data": {"password": "aHVudGVyMg=="}, "type": "Opaque"}));
        let text = format!("{:?}", seen::child("Secret", &secret));
        assert!(!text.contains("aHVudGVyMg") && !text.contains("password"), "{text}");
    }
}
