//! A server that has too much to do, and others who write the same object all the time.

use std::{sync::Arc, time::Duration};

use kubewright::{clock::ManualClock, object::ObjectKey};
use kubewright_tests::{
    Gadget, Logs, Script, World, eventually,
    faults::{Asked, Fault, Faults},
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
