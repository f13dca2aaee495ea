//! Two that want the same field.

use std::time::Duration;

use futures::{StreamExt, TryStreamExt};
use kube::api::{Patch, PatchParams, WatchEvent, WatchParams};
use kubewright::{clock::ManualClock, k8s::apps::v1::Deployment};
use kubewright_tests::{World, message};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::mirror::{Lab, Mirror, deployment};

const NAME: &str = "m-main";
const MINUTES: Duration = Duration::from_secs(301);

/// A second operator: it applies its value by force as soon as it sees another one.
fn rival(world: &World) -> JoinHandle<()> {
    let api = world.objects::<Deployment>();
    tokio::spawn(async move {
        let params = WatchParams::default().fields(&format!("metadata.name={NAME}"));
        let mut events = api.watch(&params, "0").await.unwrap().boxed();
        while let Some(event) = events.try_next().await.unwrap() {
            let (WatchEvent::Added(object) | WatchEvent::Modified(object)) = event else { continue };
            if object.data["spec"]["revisionHistoryLimit"] != 9 {
                let body = json!({
                    "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": NAME},
                    "spec": {"revisionHistoryLimit": 9},
                });
                api.patch(NAME, &PatchParams::apply("rival").force(), &Patch::Apply(body)).await.unwrap();
            }
        }
    })
}

fn limit_is(limit: i64) -> impl Fn(&Value) -> bool {
    move |found| found["spec"]["revisionHistoryLimit"] == limit
}

#[tokio::test]
async fn a_field_that_a_rival_takes_again_and_again_is_put_back_once_in_five_minutes() {
    let clock = ManualClock::new();
    let Some(mut lab) = Lab::at("contested", clock.clone()).await else { return };
    lab.mirror(json!({"main": deployment(json!({"revisionHistoryLimit": 3}))})).await;
    lab.world.until::<Deployment>(NAME, "created", limit_is(3)).await;
    lab.world.until_said::<Mirror>("m", "Ready", "True/Available").await;
    lab.seen().await;
    lab.world.mark().await;

    let theirs = rival(&lab.world);
    let told = lab.world.until_said::<Mirror>("m", "Ready", "False/Contested").await;
    let text = message(&told, "Ready");
    assert!(text.contains("Deployment m-main: rival changes spec.revisionHistoryLimit"), "{text}");
    lab.world.until::<Deployment>(NAME, "theirs", limit_is(9)).await;
    for n in 0..5 {
        lab.pass(n).await;
    }
    // Three times it is put back, and before the third the rival is looked for.
    let (put, get) = ("patch deployments m-main 200", "get deployments m-main 200");
    assert_eq!(lab.sent().await, [put, put, get, put]);
    assert_eq!(lab.world.get::<Deployment>(NAME).await["spec"]["revisionHistoryLimit"], 9);
    let events = lab.world.until_events("m").await;
    assert!(
        matches!(&events[..], [(text, 1)] if text.starts_with("Contested: ") && text.contains("rival")),
        "{events:?}"
    );

    // Five minutes later: once, and no word more.
    lab.world.mark().await;
    clock.advance(MINUTES);
    lab.seen().await;
    lab.world.until::<Deployment>(NAME, "theirs", limit_is(9)).await;
    lab.pass(5).await;
    assert_eq!(lab.sent().await, [get, put]);
    assert_eq!(lab.world.events("m").await, events);

    // What is newly wanted is written at once all the same.
    lab.world.mark().await;
    lab.edit(json!({"main": {"spec": {"minReadySeconds": 1}}})).await;
    lab.world.until::<Deployment>(NAME, "changed", |found| found["spec"]["minReadySeconds"] == 1).await;

    // The rival gives up; five minutes after the last time it is over.
    theirs.abort();
    clock.advance(MINUTES);
    lab.world.until::<Deployment>(NAME, "put back", limit_is(3)).await;
    lab.seen().await;
    clock.advance(MINUTES);
    lab.world.until_said::<Mirror>("m", "Ready", "True/Available").await;
    assert!(lab.running.stop().await);
}

#[tokio::test]
async fn a_contest_ends_by_itself() {
    let clock = ManualClock::new();
    let Some(mut lab) = Lab::at("contest-ends", clock.clone()).await else { return };
    lab.mirror(json!({"main": deployment(json!({"revisionHistoryLimit": 3}))})).await;
    lab.world.until::<Deployment>(NAME, "created", limit_is(3)).await;
    for limit in [7, 8, 9] {
        lab.world.edit::<Deployment>(NAME, json!({"spec": {"revisionHistoryLimit": limit}})).await;
        lab.world.until::<Deployment>(NAME, "put back", limit_is(3)).await;
        lab.seen().await;
    }
    let told = lab.world.until_said::<Mirror>("m", "Ready", "False/Contested").await;
    assert!(message(&told, "Ready").contains("kubectl changes spec.revisionHistoryLimit"), "{told}");
    // The fourth time is left for a while.
    lab.world.mark().await;
    lab.world.edit::<Deployment>(NAME, json!({"spec": {"revisionHistoryLimit": 6}})).await;
    lab.seen().await;
    assert_eq!(lab.sent().await, Vec::<String>::new());
    clock.advance(MINUTES);
    lab.world.until::<Deployment>(NAME, "put back", limit_is(3)).await;
    lab.seen().await;
    clock.advance(MINUTES);
    lab.world.until_said::<Mirror>("m", "Ready", "True/Available").await;
    // From now on all is as if nothing had been.
    lab.seen().await;
    lab.world.mark().await;
    lab.world.edit::<Deployment>(NAME, json!({"spec": {"revisionHistoryLimit": 7}})).await;
    lab.world.until::<Deployment>(NAME, "put back", limit_is(3)).await;
    lab.seen().await;
    assert_eq!(lab.sent().await, ["patch deployments m-main 200"]);
    assert!(lab.running.stop().await);
}

#[tokio::test]
async fn a_label_that_is_taken_again_and_again_is_contested_too() {
    let clock = ManualClock::new();
    let Some(mut lab) = Lab::at("contest-label", clock.clone()).await else { return };
    lab.mirror(json!({"main": deployment(json!({}))})).await;
    lab.world.until::<Deployment>(NAME, "created", |_| true).await;
    lab.seen().await;
    const LABEL: &str = "mirror.kubewright.test/operator";
    let take = json!({"metadata": {"labels": {LABEL: null}}});
    let back = |found: &Value| found["metadata"]["labels"][LABEL] == "mirror-operator";
    for _ in 0..3 {
        lab.world.edit::<Deployment>(NAME, take.clone()).await;
        lab.world.until::<Deployment>(NAME, "found again", back).await;
        lab.seen().await;
    }
    lab.world.until_said::<Mirror>("m", "Ready", "False/Contested").await;
    lab.world.mark().await;
    lab.world.edit::<Deployment>(NAME, take).await;
    lab.seen().await;
    lab.pass(0).await;
    // It is looked for, because one that is gone is to be created, and left.
    let sent = lab.sent().await;
    assert!(sent.iter().all(|line| line == "get deployments m-main 200"), "{sent:?}");
    clock.advance(MINUTES);
    lab.world.until::<Deployment>(NAME, "found again", back).await;
    // One that is gone comes back at once.
    lab.seen().await;
    lab.world.delete::<Deployment>(NAME).await;
    lab.world.until::<Deployment>(NAME, "another one", back).await;
    assert!(lab.running.stop().await);
}
