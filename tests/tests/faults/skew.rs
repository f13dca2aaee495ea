//! Clocks that disagree.

use std::sync::Arc;

use kube::api::{Patch, PatchParams};
use kubewright::__private::k8s_openapi::jiff::{SignedDuration, Timestamp};
use kubewright::manager::Running;
use kubewright_tests::{
    World, eventually,
    faults::{FastClock, SkewedClock},
};
use myapp_operator::{ExternalServices, MyApp};
use serde_json::{Value, json};

/// A status that an operator wrote whose clock was off by so much is what the next one finds.
async fn status_of_another_time(off: SignedDuration) {
    let Some(mut world) = World::of::<MyApp>("skew").await else { return };
    let running = start(&world).await;
    let object = json!({"metadata": {"name": "app"}, "spec": {"image": "nginx:1.27", "replicas": 1}});
    world.create_as::<MyApp>(object).await;
    let settled = until_ready(&world, 1).await;
    assert!(running.stop().await);

    let mut status = settled["status"].clone();
    // Of whole seconds, as all writers have it.
    let there = Timestamp::from_second((Timestamp::now() + off).as_second()).unwrap().to_string();
    status["lastUpdateTime"] = json!(there);
    for condition in status["conditions"].as_array_mut().unwrap() {
        condition["lastTransitionTime"] = json!(there);
    }
    let body = json!({"apiVersion": "example.com/v1", "kind": "MyApp", "metadata": {"name": "app"}, "status": status});
    let params = PatchParams::apply("myapp-operator").force();
    world.objects::<MyApp>().patch_status("app", &params, &Patch::Apply(&body)).await.unwrap();

    world.mark().await;
    let running = start(&world).await;
    eventually("it is visited", async || {
        let stats = running.queues().remove(0);
        if stats.starts > 0 { Ok(()) } else { Err(stats) }
    })
    .await;
    world.quiet(&running).await;
    assert_eq!(world.writes().await, [""; 0], "another time is no news");
    let mut before = times(&world.read::<MyApp>("app").await.unwrap());
    assert!(!before.is_empty());
    for replicas in [2, 0, 1] {
        world.edit::<MyApp>("app", json!({"spec": {"replicas": replicas}})).await;
        let after = times(&until_ready(&world, replicas).await);
        assert_eq!(after.len(), before.len());
        for ((type_, old), (_, new)) in before.iter().zip(&after) {
            assert!(new >= old, "{type_} went from {old} back to {new}");
        }
        before = after;
    }
    world.quiet(&running).await;
    world.mark().await;
    world.quiet(&running).await;
    assert_eq!(world.writes().await, [""; 0], "and then there is nothing to write");
    let stats = &running.queues()[0];
    assert_eq!((stats.delayed, stats.retries), (0, 0), "{stats:?}");
    assert!(running.stop().await);
}

async fn start(world: &World) -> Running {
    let manager = world.manager().await.clock(Arc::new(FastClock::new(10)));
    manager.operator::<MyApp>(ExternalServices::new()).start().unwrap()
}

async fn until_ready(world: &World, replicas: i64) -> Value {
    world
        .until::<MyApp>("app", "ready", |app| {
            let status = &app["status"];
            status["observedGeneration"] == app["metadata"]["generation"]
                && status["readyReplicas"] == replicas
                && kubewright_tests::said(app, "Ready").starts_with("True/")
        })
        .await
}

/// The transition time of each condition, in the order of their types.
fn times(app: &Value) -> Vec<(String, Timestamp)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let conditions = app["status"]["conditions"].as_array().unwrap();
    let mut times: Vec<_> = conditions
        .iter()
        .map(|condition| (text(&condition["type"]), text(&condition["lastTransitionTime"]).parse().unwrap()))
        .collect();
    times.sort();
    times
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_status_from_ten_minutes_ahead_is_gone_on_from() {
    status_of_another_time(SignedDuration::from_mins(10)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_status_from_ten_minutes_ago_is_gone_on_from() {
    status_of_another_time(SignedDuration::from_mins(-10)).await;
}

/// The operator's clock is set while it works: an hour ahead, then back by two, then right.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_is_set_while_it_works_changes_nothing_but_times() {
    const HOUR: i64 = 3600;
    let Some(mut world) = World::of::<MyApp>("set").await else { return };
    let clock = SkewedClock::ahead(HOUR);
    let manager = world.manager().await.clock(Arc::new(clock.clone()));
    let running = manager.operator::<MyApp>(ExternalServices::new()).start().unwrap();
    let object = json!({"metadata": {"name": "app"}, "spec": {"image": "nginx:1.27", "replicas": 1}});
    world.create_as::<MyApp>(object).await;
    let mut before = times(&until_ready(&world, 1).await);
    let soon = Timestamp::now() + SignedDuration::from_mins(50);
    assert!(before.iter().all(|(_, time)| *time > soon), "it goes by its clock: {before:?}");

    // An event for each of them, too: it has to be one that the server takes.
    for (ahead, replicas) in [(-HOUR, 2), (HOUR, 0), (-HOUR, 1), (0, 2)] {
        clock.set(ahead);
        let wrong = json!({"spec": {"replicas": 1000}});
        world.edit::<MyApp>("app", wrong).await;
        world.until_said::<MyApp>("app", "Ready", "False/ReplicasExceedsLimit").await;
        world.edit::<MyApp>("app", json!({"spec": {"replicas": replicas}})).await;
        let after = times(&until_ready(&world, replicas).await);
        for (type_, old) in &before {
            // Others may have come.
            let (_, new) = after.iter().find(|(other, _)| other == type_).unwrap();
            assert!(new >= old, "{type_} went from {old} back to {new}");
        }
        before = after;
        world.quiet(&running).await;
        world.mark().await;
        world.quiet(&running).await;
        assert_eq!(world.writes().await, [""; 0], "and then there is nothing to write");
    }
    let stats = &running.queues()[0];
    assert_eq!((stats.delayed, stats.retries), (0, 0), "{stats:?}");
    assert_eq!(running.health().dropped_events, 0);
    // At the end counts do not wait.
    assert!(running.stop().await);
    let events = world.events("app").await;
    assert_eq!(events.iter().map(|(_, count)| count).sum::<i32>(), 4, "{events:?}");
}
