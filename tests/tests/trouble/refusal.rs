//! A permanent error: said once, never tried again, healed by an edit.

use std::time::Duration;

use kubewright::{clock::ManualClock, k8s::apps::v1::Deployment};
use kubewright_tests::{Act, Gadget, Place, Script, World, message, said};
use myapp_operator::MyApp;
use serde_json::json;

use crate::{app, gadget, services, ticking::Ticking};

#[tokio::test]
async fn a_permanent_error_is_said_once_and_healed_by_an_edit() {
    let Some(mut world) = World::of::<MyApp>("refused").await else { return };
    let clock = ManualClock::new();
    let running = world.start_at::<MyApp>(services(), clock.clone()).await;
    let ticking = Ticking::begin(&clock);
    world.create_as::<MyApp>(app("app", 1)).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    world.quiet(&running).await;
    world.mark().await;

    world.edit::<MyApp>("app", json!({"spec": {"replicas": 101}})).await;
    let refused = world.until_said::<MyApp>("app", "Invalid", "True/ReplicasExceedsLimit").await;
    assert_eq!(said(&refused, "Ready"), "False/ReplicasExceedsLimit");
    for type_ in ["Ready", "Invalid"] {
        assert!(message(&refused, type_).contains("spec.replicas"), "{}", message(&refused, type_));
    }
    assert_eq!(refused["status"]["readyReplicas"], 1);
    world.quiet(&running).await;
    let status = format!("patch example.com/myapps/status {}/app 200", world.namespace);
    assert_eq!(world.writes().await, [status]);
    let events = world.events("app").await;
    assert!(matches!(&events[..], [(text, 1)] if text.starts_with("ReplicasExceedsLimit: ")), "{events:?}");

    // Hours go by, and nobody tries again.
    drop(ticking);
    world.mark().await;
    for _ in 0..5 {
        clock.advance(Duration::from_secs(3600));
        world.quiet(&running).await;
    }
    let requests = world.requests().await;
    assert!(requests.is_empty(), "{requests:#?}");
    let stats = &running.queues()[0];
    assert_eq!((stats.retries, stats.delayed), (0, 0), "{stats:?}");

    // What the children do is still told.
    let ticking = Ticking::begin(&clock);
    world.edit::<Deployment>("app", json!({"spec": {"replicas": 2}})).await;
    let scaled =
        world.until::<MyApp>("app", "two are ready", |app| app["status"]["readyReplicas"] == 2).await;
    assert_eq!(said(&scaled, "Ready"), "False/ReplicasExceedsLimit");
    assert_eq!(said(&scaled, "Invalid"), "True/ReplicasExceedsLimit");

    world.edit::<MyApp>("app", json!({"spec": {"replicas": 3}})).await;
    let healed = world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    assert_eq!(said(&healed, "Invalid"), "False/Resolved");
    let healed =
        world.until::<MyApp>("app", "three are ready", |app| app["status"]["readyReplicas"] == 3).await;
    assert_eq!(said(&healed, "Ready"), "True/Available");
    assert_eq!(world.events("app").await, events, "nothing new went wrong");
    drop(ticking);
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_condition_holds_until_a_pass_has_found_otherwise() {
    let Some(world) = World::of::<Gadget>("holding").await else { return };
    let script = Script::default();
    let running = world.start::<Gadget>(script.clone()).await;
    let own = |gadget: &serde_json::Value| ["Invalid", "Odd"].map(|type_| said(gadget, type_));
    let set = async |value: i64| world.edit::<Gadget>("g", json!({"spec": {"value": value}})).await;

    // Two that hold at once are both said.
    script.tell("g", Place::Desired, Act::Refuse);
    script.tell("g", Place::Observe, Act::RefuseAsOdd);
    world.create(&gadget("g", 1)).await;
    let both = world.until_said::<Gadget>("g", "Ready", "False/Refused").await;
    assert_eq!(own(&both), ["True/Refused", "True/FoundOdd"]);

    // A pass that breaks off has found nothing out.
    script.tell("g", Place::Desired, Act::PanicAfter);
    set(2).await;
    let broken = world.until::<Gadget>("g", "it saw 2", |gadget| gadget["status"]["value"] == 2).await;
    assert_eq!(said(&broken, "Ready"), "False/FoundOdd", "only a person can end this one");
    assert_eq!(own(&broken), ["True/Refused", "True/FoundOdd"]);

    // What the first half of a pass found well is well, whatever the second half says.
    script.clear("g", Place::Desired);
    set(3).await;
    let odd = world.until_said::<Gadget>("g", "Ready", "False/FoundOdd").await;
    assert_eq!(own(&odd), ["False/Resolved", "True/FoundOdd"]);

    script.clear("g", Place::Observe);
    set(4).await;
    let good = world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    assert_eq!(own(&good), ["False/Resolved", "False/Resolved"]);
    assert!(running.stop().await);
}
