//! Events that an operator's own code says.

use kubewright::{clock::ManualClock, prelude::*};
use kubewright_tests::World;
use serde_json::json;

/// An object that speaks each time it is looked at.
#[operator(group = "herald.kubewright.test", version = "v1", status = HeraldStatus)]
pub(crate) struct HeraldSpec {
    reason: String,
    note: String,
}

/// How it is.
#[status]
pub(crate) struct HeraldStatus {
    observed_generation: Option<i64>,
    conditions: Conditions<HeraldCondition>,
}

/// What is said of it.
#[derive(ConditionType)]
pub(crate) enum HeraldCondition {
    /// All is well.
    Ready,
}

impl Reconcile for Herald {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<HeraldChildren, Self::Error> {
        Ok(HeraldChildren {})
    }

    async fn observe(
        &self,
        cx: &Context<Self>,
        _: &HeraldObserved,
        _: &mut HeraldStatus,
    ) -> Result<Action, Self::Error> {
        cx.event(EventType::Normal, &self.spec.reason, &self.spec.note);
        Ok(Action::requeue(seconds(6)))
    }
}

/// The requests about events.
async fn event_writes(world: &mut World) -> Vec<String> {
    let requests = world.requests().await;
    let events = requests.iter().filter(|request| request.resource == "events");
    events.map(|request| format!("{} {}", request.verb, request.code)).collect()
}

#[tokio::test]
async fn a_hundred_equal_events_are_one_with_a_count() {
    let Some(mut world) = World::of::<Herald>("herald").await else { return };
    let clock = ManualClock::new();
    let running = world.start_at::<Herald>((), clock.clone()).await;
    world.make::<Herald>("a", json!({"spec": {"reason": "Heard", "note": "hear, hear"}})).await;
    world.until_said::<Herald>("a", "Ready", "True/Available").await;
    world.quiet(&running).await;
    let first = running.queues()[0].starts;
    while running.queues()[0].starts < first + 99 {
        clock.advance(seconds(6));
        world.quiet(&running).await;
    }
    assert!(running.stop().await);
    let said = times_said(&world).await;
    assert!((100..=102).contains(&said), "{said}");
    let writes = event_writes(&mut world).await;
    assert_eq!(writes[0], "create 201");
    assert!(writes[1..].iter().all(|write| write == "patch 200"), "{writes:?}");
    assert!(writes.len() <= 12, "one count a minute at most: {writes:?}");
}

/// How often the one event was said.
async fn times_said(world: &World) -> i32 {
    let events = world.events("a").await;
    let [(text, count)] = &events[..] else { panic!("{events:?}") };
    assert_eq!(text, "Heard: hear, hear");
    *count
}

#[tokio::test]
async fn what_is_too_long_is_cut_and_the_longest_names_are_legal() {
    let Some(world) = World::of::<Herald>("herald-long").await else { return };
    let running = world.start::<Herald>(()).await;
    let name = format!("{}.{}", "a".repeat(200), "b".repeat(52));
    let spec = json!({"reason": "R".repeat(500), "note": "\u{fc}".repeat(5000)});
    world.make::<Herald>(&name, json!({"spec": spec})).await;
    let events = world.until_events(&name).await;
    let wanted = format!("{}: {}", "R".repeat(128), "\u{fc}".repeat(512));
    assert_eq!(events, [(wanted, 1)]);
    // One without a reason is said all the same.
    world.make::<Herald>("b", json!({"spec": {"reason": "", "note": "psst"}})).await;
    assert_eq!(world.until_events("b").await, [("Unknown: psst".to_owned(), 1)]);
    assert!(running.stop().await);
}

#[tokio::test]
async fn an_event_that_cannot_be_written_fails_nothing() {
    let Some(mut world) = World::of::<Herald>("herald-mute").await else { return };
    let rule = |resource: &str, verbs: &[&str]| json!({"apiGroups": ["herald.kubewright.test"], "resources": [resource], "verbs": verbs});
    let rules = [rule("heralds", &["get", "list", "watch"]), rule("heralds/status", &["patch"])];
    let config = world.poor(json!(rules)).await;
    let running = world.manager_of(config).operator::<Herald>(()).start().unwrap();
    world.make::<Herald>("a", json!({"spec": {"reason": "Heard", "note": "hear, hear"}})).await;
    world.until_said::<Herald>("a", "Ready", "True/Available").await;
    world.quiet(&running).await;
    let writes = event_writes(&mut world).await;
    assert!(!writes.is_empty() && writes.iter().all(|write| write == "create 403"), "{writes:?}");
    assert_eq!(running.health().dropped_events, writes.len() as u64);
    assert!(running.stop().await);
}
