//! Passes at one time: never two of one object, never more than the declaration allows, and none is forgotten.

use futures::future::join_all;
use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::{Act, Gadget, Place, Script, World, eventually};
use serde_json::json;

use crate::gadget;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_of_edits_never_overlaps_and_its_last_edit_counts() {
    const EDITS: i64 = 15;
    let Some(world) = World::of::<Gadget>("storm").await else { return };
    let script = Script::default();
    let running = world.start::<Gadget>(script.clone()).await;
    let names: Vec<String> = (0..6).map(|n| format!("gadget-{n}")).collect();
    join_all(names.iter().map(async |name| {
        world.create(&gadget(name, 0)).await;
        for value in 1..=EDITS {
            world.edit::<Gadget>(name, json!({"spec": {"value": value}})).await;
        }
    }))
    .await;
    for name in &names {
        let settled = |object: &serde_json::Value| object["status"]["value"] == EDITS;
        world.until::<Gadget>(name, "the last edit is seen", settled).await;
        let last = EDITS.to_string();
        let made = |object: &serde_json::Value| object["data"]["value"] == *last;
        world.until::<ConfigMap>(name, "the last edit is made", made).await;
        world.until_said::<Gadget>(name, "Ready", "True/Available").await;
        assert_eq!(script.seen(name).last(), Some(&last));
    }
    assert_eq!(script.most_of_one(), 1);
    assert!(script.most_at_once() <= 3, "{}", script.most_at_once());
    assert!(running.stop().await);
}

#[tokio::test]
async fn held_passes_take_every_place_and_changes_wait_for_them() {
    let Some(world) = World::of::<Gadget>("places").await else { return };
    let script = Script::default();
    script.tell("*", Place::Observe, Act::Hold);
    let running = world.start::<Gadget>(script.clone()).await;
    let names: Vec<String> = (0..8).map(|n| format!("gadget-{n}")).collect();
    for name in &names {
        world.create(&gadget(name, 1)).await;
    }
    eventually("three are held and five wait", async || {
        let (running, stats) = (script.running(), &running.queues()[0]);
        ((running, stats.ready) == (3, 5)).then_some(()).ok_or((running, stats.ready))
    })
    .await;
    // Those that are held and those that wait are changed alike.
    for name in &names {
        for value in 2..=4 {
            world.edit::<Gadget>(name, json!({"spec": {"value": value}})).await;
        }
    }
    world.until::<Gadget>("gadget-7", "it is stored", |object| object["spec"]["value"] == 4).await;
    assert_eq!((script.running(), script.most_at_once(), script.most_of_one()), (3, 3, 1));

    script.release();
    for name in &names {
        world.until::<Gadget>(name, "4 is seen", |object| object["status"]["value"] == 4).await;
    }
    world.quiet(&running).await;
    assert_eq!((script.most_at_once(), script.most_of_one()), (3, 1));
    for name in &names {
        // One for the first sight, one for all of its edits; a third where they were seen apart.
        assert!((1..=4).contains(&script.seen(name).len()), "{name}: {:?}", script.seen(name));
        assert_eq!(script.seen(name).last().map(String::as_str), Some("4"));
    }
    // A later change is not lost either.
    world.edit::<Gadget>("gadget-0", json!({"spec": {"value": 5}})).await;
    world.until::<Gadget>("gadget-0", "5 is seen", |object| object["status"]["value"] == 5).await;
    assert!(running.stop().await);
}
