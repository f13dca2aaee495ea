//! Lists of some time ago, as a server gives them that lags behind the others.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::{
    Gadget, Script, World, eventually,
    faults::{Asked, Fault, Faults},
};
use serde_json::{Value, json};

/// Which of the two kinds is listed as it was.
const PAIRS: [&[&str]; 3] = [&["gadgets"], &["configmaps"], &["gadgets", "configmaps"]];

/// A life with lists of its beginning in the midst of it, as events or page by page.
async fn lists_of_the_beginning(name: &str, streams: bool) {
    let Some(mut world) = World::of::<Gadget>(name).await else { return };
    let (faults, script) = (Faults::before(&world.cluster).await, Script::default());
    let pages = move |asked: &Asked| {
        (!streams && asked.verb == "list" && asked.streams).then_some(Fault::Refuse(400, None))
    };
    faults.play(pages);
    // What has long gone is in the first list, what is made later is not.
    for name in ["kept", "gone"] {
        world.create_as::<Gadget>(json!({"metadata": {"name": name}, "spec": {"value": 0}})).await;
    }
    let running = faults.manager(&world).operator::<Gadget>(script.clone()).start().unwrap();
    for name in ["kept", "gone"] {
        world.until_said::<Gadget>(name, "Ready", "True/Available").await;
    }
    world.delete::<Gadget>("gone").await;
    world.until_gone::<Gadget>("gone").await;
    world.until_gone::<ConfigMap>("gone").await;
    world.create_as::<Gadget>(json!({"metadata": {"name": "late"}, "spec": {"value": 0}})).await;
    world.until_said::<Gadget>("late", "Ready", "True/Available").await;
    let uids = async || {
        let kept = world.read::<ConfigMap>("kept").await.unwrap();
        let late = world.read::<ConfigMap>("late").await.unwrap();
        [kept, late].map(|child| child["metadata"]["uid"].clone())
    };
    let first = uids().await;

    for (round, kinds) in PAIRS.iter().enumerate() {
        let expired: Vec<_> = kinds.iter().map(|kind| (*kind, Arc::new(AtomicBool::new(false)))).collect();
        let before = faults.notes().len();
        faults.play(move |asked: &Asked| {
            let (_, expired) = expired.iter().find(|(kind, _)| asked.resource == *kind)?;
            match asked.verb {
                "watch" if !expired.swap(true, Ordering::SeqCst) => Some(Fault::Expired),
                "list" if pages(asked).is_some() => pages(asked),
                "list" => Some(Fault::OldList),
                _ => None,
            }
        });
        faults.break_connections();
        eventually("the old lists are read", async || {
            let notes = faults.notes();
            let old = |kind: &&&str| {
                notes[before..].iter().any(|note| note.contains(**kind) && note.contains("an old list"))
            };
            if kinds.iter().all(|kind| old(&kind)) { Ok(()) } else { Err(notes) }
        })
        .await;
        faults.play(pages);
        let value = json!(round + 1);
        for name in ["kept", "late"] {
            world.edit::<Gadget>(name, json!({"spec": {"value": value}})).await;
        }
        let as_of = |found: &Value| {
            found["status"]["observedGeneration"] == found["metadata"]["generation"]
                && kubewright_tests::said(found, "Ready") == "True/Available"
        };
        for name in ["kept", "late"] {
            let says = |found: &Value| found["data"]["value"] == *value.to_string();
            world.until::<ConfigMap>(name, "says what is wanted", says).await;
            world.until::<Gadget>(name, "is as of its generation", as_of).await;
        }
        world.until_gone::<ConfigMap>("gone").await;
    }
    assert_eq!(uids().await, first, "no child was made twice");
    assert_eq!(world.read::<Gadget>("gone").await, None);
    world.quiet(&running).await;
    world.mark().await;
    world.quiet(&running).await;
    assert_eq!(world.writes().await, [""; 0], "settled");
    assert!(running.stop().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_long_ago_as_events_undoes_nothing() {
    lists_of_the_beginning("old-streamed", true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_long_ago_in_pages_undoes_nothing() {
    lists_of_the_beginning("old-pages", false).await;
}
