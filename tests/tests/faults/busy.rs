//! A server that has too much to do, and others who write the same object all the time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use kubewright::{clock::ManualClock, k8s::core::v1::ConfigMap, object::ObjectKey};
use kubewright_tests::{
    Gadget, Logs, Script, World, eventually,
    faults::{Asked, Fault, Faults},
    message,
};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

#[tokio::test]
async fn a_server_that_asks_for_it_is_left_alone_and_the_object_is_not_at_fault() {
    let Some(world) = World::of::<Gadget>("busy").await else { return };
    let (faults, clock) = (Faults::before(&world.cluster).await, ManualClock::new());
    let is_ours = |asked: &Asked| asked.verb == "patch" && asked.resource != "events";
    faults.play(move |asked: &Asked| {
        (is_ours(asked) && asked.time == 1).then_some(Fault::Refuse(429, Some(2)))
    });
    let logs = Logs::capture(LevelFilter::WARN);
    let manager = faults.manager(&world).clock(Arc::new(clock.clone()));
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    let queue = running.queue(0).unwrap();
    world.create_as::<Gadget>(json!({"metadata": {"name": "g"}, "spec": {"value": 1}})).await;

    // The finalizer, the child and the status: each is refused once, and asked for again when it may be.
    let sent = || faults.count(is_ours);
    for (refused, value) in [(1, 2), (3, 3), (5, 4)] {
        eventually("a refusal", async || {
            // The first status has to wait for a moment of its own.
            if refused == 5 {
                clock.advance(Duration::from_millis(10));
            }
            if sent() == refused { Ok(()) } else { Err(sent()) }
        })
        .await;
        queue.idle().await;
        clock.advance(Duration::from_millis(1900));
        // Not even a change of the object is a reason to ask sooner.
        world.edit::<Gadget>("g", json!({"spec": {"value": value}})).await;
        world.quiet(&running).await;
        assert_eq!(sent(), refused);
        clock.advance(Duration::from_millis(100));
    }
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    world.quiet(&running).await;
    let key = ObjectKey::namespaced(world.namespace.name(), "g");
    assert_eq!((queue.failures(&key), queue.stats().retries), (0, 0));
    assert_eq!(world.events("g").await, []);
    assert_eq!(logs.text(), "");
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_status_that_conflicts_twice_is_written_by_what_is_live_and_nobody_hears_of_it() {
    let Some(world) = World::of::<Gadget>("busy-status").await else { return };
    let faults = Faults::before(&world.cluster).await;
    faults.play(|asked: &Asked| {
        let conflicts = asked.subresource == "status" && asked.time <= 2;
        conflicts.then_some(Fault::Refuse(409, None))
    });
    let logs = Logs::capture(LevelFilter::WARN);
    let running = faults.manager(&world).operator::<Gadget>(Script::default()).start().unwrap();
    world.create_as::<Gadget>(json!({"metadata": {"name": "g"}, "spec": {"value": 1}})).await;
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    world.quiet(&running).await;
    assert_eq!(faults.count(|asked| asked.verb == "get" && asked.name == "g"), 2);
    assert_eq!(running.queues()[0].retries, 0);
    assert_eq!(logs.text(), "");
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_server_that_cannot_serve_is_left_alone_as_long_as_it_says_and_longer_each_time() {
    let Some(world) = World::of::<Gadget>("unready").await else { return };
    let (faults, clock) = (Faults::before(&world.cluster).await, ManualClock::new());
    let is_ours = |asked: &Asked| asked.verb == "patch" && asked.resource == "gadgets";
    faults.play(move |asked: &Asked| {
        (is_ours(asked) && asked.subresource.is_empty() && asked.time <= 2)
            .then_some(Fault::Refuse(503, Some(20)))
    });
    let logs = Logs::capture(LevelFilter::WARN);
    let manager = faults.manager(&world).clock(Arc::new(clock.clone()));
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    let queue = running.queue(0).unwrap();
    let key = ObjectKey::namespaced(world.namespace.name(), "g");
    world.create_as::<Gadget>(json!({"metadata": {"name": "g"}, "spec": {"value": 0}})).await;
    let sent = || faults.count(is_ours);
    for refused in 1..=2 {
        eventually("a refusal", async || if sent() == refused { Ok(()) } else { Err(sent()) }).await;
        world.quiet(&running).await;
        // Its own backoff is shorter, and a change of the object is no reason either.
        clock.advance(Duration::from_millis(19_900));
        world.edit::<Gadget>("g", json!({"spec": {"value": refused}})).await;
        world.quiet(&running).await;
        assert_eq!(sent(), refused);
        assert_eq!(u64::from(queue.failures(&key)), refused, "what rests has not succeeded");
        clock.advance(Duration::from_millis(100));
    }
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    world.quiet(&running).await;
    assert_eq!(logs.lines_with("kubewright::").len(), 1, "{}", logs.text());
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_status_never_says_ready_of_what_is_not_written_yet() {
    let Some(world) = World::of::<Gadget>("unwritten").await else { return };
    let (faults, clock) = (Faults::before(&world.cluster).await, ManualClock::new());
    let manager = faults.manager(&world).clock(Arc::new(clock.clone()));
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    world.create_as::<Gadget>(json!({"metadata": {"name": "g"}, "spec": {"value": 1}})).await;
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    world.quiet(&running).await;

    // Somebody else writes the child each time that the operator does. It is there, ready, and as it was before.
    let contended = Arc::new(AtomicBool::new(true));
    let still = contended.clone();
    faults.play(move |asked: &Asked| {
        let conflicts =
            asked.verb == "patch" && asked.resource == "configmaps" && still.load(Ordering::SeqCst);
        conflicts.then_some(Fault::Refuse(409, None))
    });
    let logs = Logs::capture(LevelFilter::WARN);
    world.edit::<Gadget>("g", json!({"spec": {"value": 2}})).await;
    let waits = eventually("the status speaks of the second generation", async || {
        clock.advance(Duration::from_millis(50));
        let object = world.read::<Gadget>("g").await.unwrap();
        if object["status"]["observedGeneration"] == 2 { Ok(object) } else { Err(object) }
    })
    .await;
    assert_eq!(message(&waits, "Ready"), "ConfigMap g: has not been changed as wanted yet");
    assert_eq!(world.read::<ConfigMap>("g").await.unwrap()["data"]["value"], "1");
    contended.store(false, Ordering::SeqCst);
    running.queue(0).unwrap().idle().await;
    clock.advance(Duration::from_secs(60));
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    assert_eq!(world.read::<ConfigMap>("g").await.unwrap()["data"]["value"], "2");
    assert_eq!(logs.text(), "", "a conflict is no error");
    assert!(running.stop().await);
}
