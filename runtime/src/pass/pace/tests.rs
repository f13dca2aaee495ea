//! How long what is written, and how long what is not.

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
            ..Unwritten::default()
        })
    };
    assert_eq!(
        (after(0, None), after(40, None), after(100, None)),
        (Some(100 * tenth), Some(60 * tenth), None)
    );
    assert_eq!((after(40, Some(0)), after(40, Some(4))), (Some(10 * tenth), Some(6 * tenth)));
    assert_eq!((after(40, Some(10)), after(95, Some(0))), (None, Some(5 * tenth)));
}

#[test]
fn that_children_are_on_their_way_waits_a_moment_and_whatever_else_is_news_does_not() {
    let condition =
        |type_: &str, status: &str, reason: &str| json!({"type": type_, "status": status, "reason": reason});
    let says = |conditions: &[Value]| json!({"observedGeneration": 1, "conditions": conditions});
    let waiting =
        [condition("Ready", "False", "Waiting"), condition("Progressing", "True", "ChildrenChanging")];
    let ready = [condition("Ready", "True", "Available"), condition("Progressing", "False", "Settled")];
    let failed = [condition("Ready", "False", "NameTaken"), waiting[1].clone()];
    let own = [waiting[0].clone(), waiting[1].clone(), condition("Invalid", "True", "TooMany")];
    for (old, new, wanted) in [
        (json!({}), says(&waiting), Change::Progress),
        (says(&ready), says(&waiting), Change::Progress),
        (says(&failed), says(&waiting), Change::Progress),
        (json!({}), says(&ready), Change::News),
        (says(&waiting), says(&ready), Change::News),
        (says(&waiting), says(&failed), Change::News),
        (says(&ready), says(&failed), Change::News),
        (says(&waiting), says(&own), Change::News),
        (json!({}), says(&own), Change::News),
        (says(&own), says(&waiting), Change::News),
    ] {
        assert_eq!(change(&old, &new), wanted, "{old} {new}");
    }
    let after = |millis| {
        let progress = Duration::from_millis(millis);
        Change::Progress.delay(&Unwritten { progress, ..Unwritten::default() })
    };
    assert_eq!((after(0), after(150)), (Some(PROGRESS), Some(Duration::from_millis(50))));
    assert_eq!((after(200), after(900)), (None, None));
}
