//! Transient errors: an own delay, and exponential backoff for each object by itself.

use std::time::Duration;

use kubewright::{clock::ManualClock, object::ObjectKey, prelude::Action};
use kubewright_tests::{Act, Gadget, Logs, Place, Script, World, eventually, said};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

use crate::gadget;

#[tokio::test]
async fn an_error_with_a_delay_of_its_own_is_tried_again_after_it() {
    let Some(mut world) = World::of::<Gadget>("delay").await else { return };
    let (clock, script) = (ManualClock::new(), Script::default());
    script.tell("slow", Place::Observe, Act::FailFor30s);
    let running = world.start_at::<Gadget>(script.clone(), clock.clone()).await;
    let queue = running.queue(0).unwrap();
    world.create(&gadget("slow", 1)).await;
    let object = world.until_said::<Gadget>("slow", "Ready", "False/ToldForAWhile").await;
    assert_eq!(object["status"]["value"], 1, "what `observe` changed is kept when it fails");
    world.quiet(&running).await;
    world.mark().await;

    for _ in 0..3 {
        queue.idle().await;
        let before = queue.stats().starts;
        clock.advance(Duration::from_millis(29_900));
        assert_eq!((queue.stats().ready, queue.stats().delayed), (0, 1));
        clock.advance(Duration::from_millis(200));
        eventually("the retry", async || (queue.stats().starts == before + 1).then_some(()).ok_or(())).await;
    }
    queue.idle().await;
    assert_eq!(world.writes().await, [""; 0], "the same failure is said once");
    assert_eq!(world.events("slow").await.len(), 1);

    script.clear("slow", Place::Observe);
    clock.advance(Duration::from_secs(30));
    world.until_said::<Gadget>("slow", "Ready", "True/Available").await;
    queue.idle().await;
    assert_eq!(queue.stats().delayed, 0);
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_failing_object_backs_off_by_itself() {
    let Some(world) = World::of::<Gadget>("backoff").await else { return };
    let (clock, script) = (ManualClock::new(), Script::default());
    script.tell("bad", Place::Desired, Act::Fail);
    let running = world.start_at::<Gadget>(script.clone(), clock.clone()).await;
    let queue = running.queue(0).unwrap();
    let bad = ObjectKey::namespaced(world.namespace.name(), "bad");
    // The wait that follows so many failures, with its jitter.
    let waits = async || {
        let expected = Duration::from_millis(5) * 2u32.pow(queue.failures(&bad) - 1);
        eventually(&format!("a wait of {expected:?}"), async || {
            let next = clock.until_next();
            next.filter(|gap| (expected..=expected * 11 / 10).contains(gap)).ok_or(next)
        })
        .await
    };
    world.create(&gadget("bad", 1)).await;
    world.until_said::<Gadget>("bad", "Ready", "False/Told").await;
    // Its own writes may be seen before they are answered: that is one more look at it, and one more failure.
    world.quiet(&running).await;
    let first = queue.failures(&bad);
    assert!((1..=3).contains(&first), "{first}");

    for round in 0..10 {
        queue.idle().await;
        assert_eq!(queue.failures(&bad), first + round);
        let before = queue.stats().starts;
        let gap = waits().await;
        clock.advance(gap - Duration::from_micros(1));
        assert_eq!((queue.stats().ready, queue.stats().starts), (0, before));
        if round == 6 {
            // The clock stands, and yet another object is served at once.
            world.create(&gadget("good", 1)).await;
            world.until_said::<Gadget>("good", "Ready", "True/Available").await;
            world.quiet(&running).await;
        }
        let before = queue.stats().starts;
        clock.advance(Duration::from_micros(1));
        eventually("the retry", async || (queue.stats().starts == before + 1).then_some(()).ok_or(())).await;
    }

    // Success starts the count anew.
    queue.idle().await;
    assert_eq!(queue.failures(&bad), first + 10);
    script.clear("bad", Place::Desired);
    world.edit::<Gadget>("bad", json!({"spec": {"value": 2}})).await;
    world.until_said::<Gadget>("bad", "Ready", "True/Available").await;
    world.quiet(&running).await;
    assert_eq!((queue.failures(&bad), queue.stats().delayed), (0, 0));
    script.tell("bad", Place::Desired, Act::Fail);
    world.edit::<Gadget>("bad", json!({"spec": {"value": 3}})).await;
    world.until_said::<Gadget>("bad", "Ready", "False/Told").await;
    world.quiet(&running).await;
    assert!(queue.failures(&bad) <= 2, "{}", queue.failures(&bad));
    waits().await;
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_failure_in_other_words_is_written_once_a_minute() {
    let Some(mut world) = World::of::<Gadget>("words").await else { return };
    let (clock, script) = (ManualClock::new(), Script::default());
    script.tell("g", Place::Observe, Act::FailInOtherWords);
    let running = world.start_at::<Gadget>(script.clone(), clock.clone()).await;
    let logs = Logs::capture(LevelFilter::WARN);
    world.create(&gadget("g", 1)).await;
    world.until_said::<Gadget>("g", "Ready", "False/InOtherWords").await;
    world.quiet(&running).await;
    world.mark().await;
    let before = script.calls("g", Place::Observe);
    for _ in 0..30 {
        clock.advance(Duration::from_secs(10));
        running.queue(0).unwrap().idle().await;
    }
    let calls = script.calls("g", Place::Observe) - before;
    assert!(calls >= 30, "{calls}");
    let writes = world.writes().await;
    assert!((4..=6).contains(&writes.len()), "five minutes: {writes:#?}");
    assert!((5..=7).contains(&logs.text().lines().count()), "{}", logs.text());
    assert_eq!(world.events("g").await.len(), 1);
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_pass_that_asks_for_another_at_once_has_it_and_lets_others_in() {
    let Some(mut world) = World::of::<Gadget>("at-once").await else { return };
    let (clock, script) = (ManualClock::new(), Script::default());
    assert_eq!(Action::requeue_now(), Action::requeue(Duration::ZERO));
    script.tell("again", Place::Observe, Act::Requeue(Duration::ZERO));
    // The clock stands.
    let running = world.start_at::<Gadget>(script.clone(), clock).await;
    world.create(&gadget("again", 1)).await;
    let calls = || script.calls("again", Place::Observe);
    eventually("it comes again and again", async || (calls() >= 5).then_some(()).ok_or(calls())).await;
    world.create(&gadget("other", 1)).await;
    world.until_said::<Gadget>("other", "Ready", "True/Available").await;
    script.clear("again", Place::Observe);
    world.quiet(&running).await;
    let stats = &running.queues()[0];
    assert_eq!((stats.retries, stats.delayed), (0, 0), "{stats:?}");
    let status = format!("patch gadget.kubewright.test/gadgets/status {}/again 200", world.namespace);
    assert_eq!(world.writes().await.iter().filter(|write| **write == status).count(), 1);
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_requeue_beyond_the_end_of_time_hurts_nobody() {
    let Some(world) = World::of::<Gadget>("requeue").await else { return };
    let script = Script::default();
    let ten_years = Duration::from_secs(10 * 365 * 24 * 3600);
    for (name, delay) in [("for-ever", Duration::MAX), ("ten-years", ten_years)] {
        script.tell(name, Place::Observe, Act::Requeue(delay));
        world.create(&gadget(name, 1)).await;
    }
    let running = world.start::<Gadget>(script.clone()).await;
    for name in ["for-ever", "ten-years"] {
        world.until_said::<Gadget>(name, "Ready", "True/Available").await;
        world.edit::<Gadget>(name, json!({"spec": {"value": 2}})).await;
        let object = world.until::<Gadget>(name, "2 is seen", |object| object["status"]["value"] == 2).await;
        assert_eq!(said(&object, "Ready"), "True/Available");
    }
    world.quiet(&running).await;
    assert_eq!(running.queues()[0].delayed, 2);
    assert!(running.stop().await);
}
