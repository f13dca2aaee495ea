//! Conditions as the runtime keeps them.

use super::*;

const FIELDS: StatusFields = StatusFields {
    conditions: "conditions",
    observed_generation: "observedGeneration",
    last_update_time: Some("lastUpdateTime"),
};

fn draft(value: Value) -> Draft {
    Draft::new(value, FIELDS, &["Ready", "Progressing", "Stalled", "Invalid"], Timestamp::now())
}

fn stored(ready: &str, time: &str) -> Value {
    json!({"conditions": [
        {"type": "Ready", "status": ready, "reason": "R", "message": "m", "lastTransitionTime": time},
        {"type": "Theirs", "status": "True", "reason": "X", "message": ""},
    ]})
}

#[test]
fn a_time_moves_only_with_its_status() {
    let before = stored("True", "2020-01-01T00:00:00Z");
    let mut same = draft(before.clone());
    same.set("Ready", "True", "Other", "other");
    same.stamp(&before, 7);
    let ready = same.find("Ready").unwrap();
    assert_eq!(ready["lastTransitionTime"], "2020-01-01T00:00:00Z");
    assert_eq!(ready["observedGeneration"], 7);
    assert_eq!(same.value["observedGeneration"], 7);

    let mut other = draft(before.clone());
    other.set("Ready", "False", "R", "m");
    other.stamp(&before, 7);
    assert_ne!(other.find("Ready").unwrap()["lastTransitionTime"], "2020-01-01T00:00:00Z");
}

#[test]
fn a_pass_speaks_for_no_condition_of_which_it_found_nothing_out() {
    let before = json!({"observedGeneration": 1, "conditions": [
        {"type": "Ready", "status": "True", "reason": "R", "message": "m", "observedGeneration": 1},
        {"type": "Invalid", "status": "True", "reason": "R", "message": "m", "observedGeneration": 1},
    ]});
    let generations = |draft: &Draft| {
        let of = |type_| draft.find(type_).unwrap()["observedGeneration"].as_i64().unwrap();
        (draft.value["observedGeneration"].as_i64().unwrap(), of("Ready"), of("Invalid"))
    };
    let mut broken = draft(before.clone());
    broken.leave_open(&["Ready", "Invalid"]);
    broken.set("Ready", "False", "R", "m");
    broken.stamp(&before, 2);
    assert_eq!(generations(&broken), (2, 2, 1));

    // What it sets is its own, also if it says the same; and so is what `observe` changed.
    let mut same = draft(before.clone());
    same.leave_open(&["Invalid"]);
    same.set("Invalid", "True", "R", "m");
    same.stamp(&before, 2);
    assert_eq!(generations(&same), (2, 2, 2));
    let mut changed = draft(before.clone());
    changed.leave_open(&["Invalid"]);
    changed.value["conditions"][1]["message"] = json!("other");
    changed.stamp(&before, 2);
    assert_eq!(generations(&changed), (2, 2, 2));

    let mut elsewhere = draft(before.clone());
    elsewhere.leave_open(&["Ready", "Invalid"]);
    elsewhere.set("Ready", "False", "CannotList", "m");
    elsewhere.stamp_conditions(&before, 2);
    assert_eq!(generations(&elsewhere), (1, 2, 1));
}

#[test]
fn a_time_never_goes_back() {
    let before = stored("True", "2999-01-01T00:00:00Z");
    let mut other = draft(before.clone());
    other.set("Ready", "False", "R", "m");
    other.stamp(&before, 1);
    assert_eq!(other.find("Ready").unwrap()["lastTransitionTime"], "2999-01-01T00:00:00Z");
}

#[test]
fn conditions_of_others_are_kept_unstamped_and_never_sent() {
    let before = stored("True", "2020-01-01T00:00:00Z");
    let mut draft = draft(before.clone());
    draft.set("Theirs", "False", "No", "");
    draft.stamp(&before, 3);
    let theirs = draft.find("Theirs").unwrap();
    assert_eq!((&theirs["status"], theirs.get("observedGeneration")), (&json!("True"), None));
    let sent = draft.ours();
    assert_eq!(sent["conditions"].as_array().unwrap().len(), 1);
}

#[test]
fn a_failure_shows_in_ready_and_in_its_own_condition_and_is_resolved_later() {
    let failed = Failed {
        class: crate::failure::Class::Permanent,
        condition: Some("Invalid"),
        field: Some("spec.replicas".into()),
        ..Failed::transient("TooMany", "replicas must be <= 100")
    };
    let mut bad = draft(json!({}));
    bad.set_readiness(None);
    bad.set_failure(&failed);
    assert_eq!(bad.find("Ready").unwrap()["reason"], "TooMany");
    assert_eq!(bad.find("Invalid").unwrap()["status"], "True");
    assert_eq!(bad.find("Invalid").unwrap()["message"], "spec.replicas: replicas must be <= 100");

    let mut good = draft(bad.value);
    good.resolve(&["Invalid", "Ready"]);
    good.set_readiness(None);
    assert_eq!(good.find("Invalid").unwrap()["reason"], "Resolved");
    assert_eq!(good.find("Ready").unwrap()["status"], "True");
}

#[test]
fn long_messages_are_cut_between_characters() {
    let mut long = draft(json!({}));
    long.set("Ready", "False", "R", &"ü".repeat(40_000));
    let message = long.find("Ready").unwrap()["message"].as_str().unwrap().to_owned();
    assert!(message.len() <= MESSAGE_LIMIT && message.chars().all(|c| c == 'ü'));
}

#[test]
fn what_moves_and_what_stands_still_are_told_apart() {
    let said = |unready: Option<Unready>| {
        let mut draft = draft(json!({}));
        draft.set_readiness(unready.as_ref());
        ["Ready", "Progressing", "Stalled"].map(|type_| {
            let condition = draft.find(type_).unwrap();
            let word = |member: &str| condition[member].as_str().unwrap().to_owned();
            format!("{}/{}", word("status"), word("reason"))
        })
    };
    let text = || "Job a: text".to_owned();
    assert_eq!(said(None), ["True/Available", "False/Settled", "False/Settled"]);
    assert_eq!(
        said(Some(Unready::Waiting(text()))),
        ["False/Waiting", "True/ChildrenChanging", "False/Settled"]
    );
    assert_eq!(
        said(Some(Unready::Failed(text()))),
        ["False/ChildFailed", "False/ChildFailed", "True/ChildFailed"]
    );
    let taken = Failed::transient("NameTaken", "Job a exists already");
    assert_eq!(said(Some(Unready::Blocked(taken))), ["False/NameTaken", "False/NameTaken", "False/Settled"]);
}

#[test]
fn a_failure_that_no_retry_can_end_is_stalled_until_a_pass_finds_otherwise() {
    let failed = Failed { class: Class::Permanent, ..Failed::transient("TooMany", "m") };
    let mut bad = draft(json!({}));
    bad.set_readiness(None);
    bad.set_failure(&failed);
    assert_eq!(bad.find("Stalled").unwrap()["reason"], "TooMany");
    let mut good = draft(bad.value);
    good.set_readiness(None);
    good.set_failure(&Failed::transient("Unavailable", "m"));
    assert_eq!(good.find("Stalled").unwrap()["status"], "False");
}

#[test]
fn what_is_waited_for_moves_and_hides_no_child_that_failed() {
    let waiting = Failed { class: Class::Waiting, ..Failed::transient("NoAddress", "no address yet") };
    let said = |unready: Option<Unready>| {
        let mut draft = draft(json!({}));
        draft.set_readiness(unready.as_ref());
        draft.set_failure(&waiting);
        ["Ready", "Progressing", "Stalled"].map(|type_| {
            let condition = draft.find(type_).unwrap();
            let word = |member: &str| condition[member].as_str().unwrap().to_owned();
            format!("{}/{}", word("status"), word("reason"))
        })
    };
    let text = || "Job a: text".to_owned();
    let moves = ["False/NoAddress", "True/NoAddress", "False/Settled"];
    assert_eq!(said(None), moves);
    assert_eq!(said(Some(Unready::Waiting(text()))), moves);
    assert_eq!(
        said(Some(Unready::Failed(text()))),
        ["False/ChildFailed", "False/ChildFailed", "True/ChildFailed"]
    );
}
