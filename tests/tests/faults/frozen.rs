//! A watch of children that tells nothing of what was written.

use std::{sync::Arc, time::Duration};

use kubewright::{client::ClientSettings, k8s::core::v1::ConfigMap};
use kubewright_tests::{
    Gadget, Script, World,
    faults::{Asked, FastClock, Fault, Faults, Gate},
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cache_that_stands_still_makes_no_child_twice() {
    let Some(mut world) = World::of::<Gadget>("frozen").await else { return };
    let (faults, thaw) = (Faults::before(&world.cluster).await, Gate::default());
    let gate = thaw.clone();
    faults.play(move |asked: &Asked| match (asked.resource.as_str(), asked.verb, asked.streams) {
        ("configmaps", "list", true) => Some(Fault::Refuse(400, None)),
        ("configmaps", "watch", _) => Some(Fault::Held(gate.clone())),
        _ => None,
    });
    // Nobody gives the watch up before it thaws.
    let mut settings = ClientSettings::new(world.agent.clone());
    settings.watch_silence = Duration::from_secs(600);
    settings.request_timeout = Duration::from_secs(600);
    let start = |world: &World| {
        let manager = world.manager_of(faults.config()).client(settings.clone());
        let manager = manager.clock(Arc::new(FastClock::new(10)));
        manager.operator::<Gadget>(Script::default()).start().unwrap()
    };
    let says = |value: i64| move |found: &Value| found["data"]["value"] == *value.to_string();
    let mut uid = None;
    for round in 0..2 {
        let running = start(&world);
        if round == 0 {
            world.create_as::<Gadget>(json!({"metadata": {"name": "g"}, "spec": {"value": 0}})).await;
        }
        for value in 1..=3 {
            let value = 10 * round + value;
            world.edit::<Gadget>("g", json!({"spec": {"value": value}})).await;
            let made = world.until::<ConfigMap>("g", "says what is wanted", says(value)).await;
            let first = uid.get_or_insert_with(|| made["metadata"]["uid"].clone());
            assert_eq!(*first, made["metadata"]["uid"], "made once");
            world.until::<Gadget>("g", "is done", |found| found["status"]["value"] == value).await;
        }
        assert!(running.stop().await);
    }
    let creations =
        world.requests().await.into_iter().filter(|r| r.resource == "configmaps" && r.code == 201);
    assert_eq!(creations.count(), 1);

    thaw.open();
    let running = start(&world);
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    world.quiet(&running).await;
    world.mark().await;
    world.edit::<ConfigMap>("g", json!({"data": {"value": "edited"}})).await;
    world.until::<ConfigMap>("g", "is put back", says(13)).await;
    world.quiet(&running).await;
    assert_eq!(world.writes().await.len(), 1);
    assert!(running.stop().await);
}
