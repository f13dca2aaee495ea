//! Each fault by itself: every other request meets it, whatever it asks for.

use std::time::Duration;

use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::{
    Gadget, Place, Script, World, eventually,
    faults::{Asked, Fault, Faults},
};
use serde_json::{Value, json};

/// A gadget's whole life, in which the first request of each kind meets a fault, the third, and so on: made, changed,
/// its child edited and deleted by others, deleted. The faults must have met these verbs.
async fn life(name: &str, verbs: &[&str], fault: impl Fn(&Asked) -> Option<Fault> + Send + Sync + 'static) {
    let Some(world) = World::of::<Gadget>(name).await else { return };
    let faults = Faults::before(&world.cluster).await;
    faults.play(move |asked: &Asked| {
        let met = asked.resource != "events" && asked.time % 2 == 1;
        met.then(|| fault(asked)).flatten()
    });
    let script = Script::default();
    let running = faults.manager(&world).operator::<Gadget>(script.clone()).start().unwrap();
    let says = |value: &'static str| move |found: &Value| found["data"]["value"] == value;
    world.create_as::<Gadget>(json!({"metadata": {"name": "g"}, "spec": {"value": 1}})).await;
    let made = world.until::<ConfigMap>("g", "says 1", says("1")).await;
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;

    // From here on there are watches besides lists that go on as watches.
    faults.break_connections();
    world.edit::<Gadget>("g", json!({"spec": {"value": 2}})).await;
    world.until::<ConfigMap>("g", "says 2", says("2")).await;
    world.edit::<ConfigMap>("g", json!({"data": {"value": "edited"}})).await;
    let kept = world.until::<ConfigMap>("g", "says 2 again", says("2")).await;
    assert_eq!(kept["metadata"]["uid"], made["metadata"]["uid"], "it was made once");
    world.delete::<ConfigMap>("g").await;
    world.until::<ConfigMap>("g", "is made anew", says("2")).await;
    world
        .until::<Gadget>("g", "is as of its generation", |found| {
            found["status"]["observedGeneration"] == found["metadata"]["generation"]
                && kubewright_tests::said(found, "Ready") == "True/Available"
        })
        .await;

    world.delete::<Gadget>("g").await;
    world.until_gone::<Gadget>("g").await;
    world.until_gone::<ConfigMap>("g").await;
    assert!(script.calls("g", Place::Cleanup) > 0);
    eventually("nobody comes back to it", async || {
        let stats = running.queues().remove(0);
        if stats.ready + stats.delayed + stats.in_flight == 0 { Ok(()) } else { Err(stats) }
    })
    .await;
    let notes = faults.notes();
    for verb in verbs {
        assert!(notes.iter().any(|note| note.contains(&format!(" {verb} "))), "no {verb} among {notes:#?}");
    }
    assert!(running.stop().await);
}

/// All that an operator does in this life.
const ALL: &[&str] = &["list", "watch", "patch"];

/// The same fault for all.
fn always(fault: Fault) -> impl Fn(&Asked) -> Option<Fault> {
    move |_| Some(fault.clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_late_is_waited_for() {
    life("late", ALL, always(Fault::Delay(Duration::from_millis(300)))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_not_sent_is_sent_again() {
    life("unsent", ALL, always(Fault::Unsent)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_done_without_an_answer_is_found_done() {
    life("answer-lost", &["patch"], |asked| asked.is_write().then_some(Fault::AnswerLost)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_breaks_off_is_none() {
    life("cut", ALL, always(Fault::Cut(0))).await;
    life("cut-later", &["list", "watch"], |asked| asked.streams.then_some(Fault::Cut(1))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conflict_is_looked_into() {
    life("conflict", &["patch"], |asked| asked.is_write().then_some(Fault::Refuse(409, None))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_old_is_listed_anew() {
    let gone = |asked: &Asked| asked.is_list_or_watch().then_some(Fault::Refuse(410, None));
    life("gone", &["list", "watch"], gone).await;
    // The more usual way: as an event.
    life("expired", &["list", "watch"], |asked| asked.streams.then_some(Fault::Expired)).await;
}

/// As of a kind whose CRD is established before every server serves it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kind_that_is_not_served_yet_is_waited_for() {
    life("not-served", ALL, always(Fault::Refuse(404, None))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_busy_server_is_asked_later() {
    life("busy-429", ALL, always(Fault::Refuse(429, Some(1)))).await;
    life("busy-429-plain", ALL, always(Fault::Refuse(429, None))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_server_is_asked_again() {
    life("broken-500", ALL, always(Fault::Refuse(500, None))).await;
    life("broken-503", ALL, always(Fault::Refuse(503, None))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_never_answered_is_given_up_in_time() {
    life("silent", ALL, always(Fault::Silent)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_falls_silent_is_given_up_in_time() {
    life("mute", &["list", "watch"], |asked| asked.streams.then_some(Fault::Mute(1))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_of_long_ago_is_no_news() {
    life("old-event", &["watch"], |asked| (asked.verb == "watch").then_some(Fault::OldEvent)).await;
}
