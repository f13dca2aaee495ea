//! A server that refuses one kind and serves the others.

use kubewright::k8s::core::v1::{ConfigMap, Service};
use kubewright_tests::{
    Kit, Script, World, eventually,
    faults::{Asked, Fault, Faults},
    message, said,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_needs_a_refused_kind_waits_and_all_else_goes_on() {
    let Some(world) = World::of::<Kit>("one-kind").await else { return };
    let faults = Faults::before(&world.cluster).await;
    let running = faults.manager(&world).operator::<Kit>(Script::default()).start().unwrap();
    let kit = |name: &str| json!({"metadata": {"name": name}, "spec": {"parts": [format!("{name}-part")]}});
    world.create_as::<Kit>(kit("first")).await;
    world.until_said::<Kit>("first", "Ready", "True/Available").await;
    for (code, name) in [(403, "a"), (404, "b"), (409, "c"), (429, "d"), (500, "e"), (503, "f")] {
        faults.play(move |asked: &Asked| (asked.resource == "services").then_some(Fault::Refuse(code, None)));
        faults.break_connections();
        let before = faults.notes().len();
        world.create_as::<Kit>(kit(name)).await;
        world.until_said::<Kit>(name, "Ready", "True/Available").await;
        // The first one wants one too, and a part more: it has the part.
        world.edit::<Kit>("first", json!({"spec": {"parts": [format!("{name}-extra")], "port": 80}})).await;
        world.until::<ConfigMap>(&format!("{name}-extra"), "it is made", |_| true).await;
        // A server that has too much to do is no fault of the object.
        if code != 429 {
            let refused = world
                .until::<Kit>("first", "it is not ready", |found| said(found, "Ready").starts_with("False/"))
                .await;
            assert!(!message(&refused, "Ready").is_empty(), "{code}: {refused}");
        }
        assert_eq!(world.read::<Service>("first").await, None, "{code}");
        eventually("its watch is refused too", async || {
            let notes = faults.notes();
            let watched = notes[before..]
                .iter()
                .any(|note| note.contains("watch services") || note.contains("list services"));
            if watched { Ok(()) } else { Err(notes) }
        })
        .await;

        faults.off();
        world.until::<Service>("first", "it is made", |_| true).await;
        world.until_said::<Kit>("first", "Ready", "True/Available").await;
        world.edit::<Kit>("first", json!({"spec": {"port": null}})).await;
        world.until_gone::<Service>("first").await;
    }
    assert!(running.stop().await);
}
