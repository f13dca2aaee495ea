//! What it costs in memory to list everything again.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use futures::{StreamExt, stream};
use kubewright::k8s::{apps::v1::Deployment, core::v1::ConfigMap};
use kubewright_tests::{
    Program, World, eventually,
    faults::{Asked, Fault, Faults},
};
use myapp_operator::MyApp;
use rustix::process::Signal;
use serde_json::json;

const OBJECTS: usize = 2000;
const BYTES: usize = 20_000;

/// Lists everything twice more, as events or in pages.
async fn listed_again(name: &str, streams: bool) {
    let Some(world) = World::of::<MyApp>(name).await else { return };
    let text = "x".repeat(BYTES);
    stream::iter(0..OBJECTS)
        .for_each_concurrent(8, async |number| {
            let object = json!({"metadata": {"name": format!("m{number}")}, "data": {"text": text}});
            world.create_as::<ConfigMap>(object).await;
        })
        .await;
    let faults = Faults::before(&world.cluster).await;
    let pages = move |asked: &Asked| {
        (!streams && asked.verb == "list" && asked.streams).then_some(Fault::Refuse(400, None))
    };
    faults.play(pages);
    let kubeconfig = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&kubeconfig, faults.kubeconfig().to_string()).unwrap();
    let path = Path::new(env!("CARGO_BIN_EXE_myapp-under-test"));
    let program = Program::start_with(path, kubeconfig.path(), &["--namespaces", world.namespace.name()])
        .await
        .unwrap();
    let spec = json!({"image": "nginx:1.27", "replicas": 0, "configMapRef": "m0"});
    world.create_as::<MyApp>(json!({"metadata": {"name": "app"}, "spec": spec})).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    let steady = program.usage().unwrap();
    let data = (OBJECTS * BYTES) as u64;
    assert!(steady.rss > data, "all of it is in memory: {steady:?}");

    for round in ["one", "two"] {
        let expired = AtomicBool::new(false);
        let lists = || faults.count(|asked| asked.verb == "list" && asked.resource == "configmaps");
        let before = lists();
        let expired = Arc::new(expired);
        faults.play(move |asked: &Asked| {
            let once = asked.verb == "watch"
                && asked.resource == "configmaps"
                && !expired.swap(true, Ordering::SeqCst);
            if once { Some(Fault::Expired) } else { pages(asked) }
        });
        faults.break_connections();
        eventually("all is listed again", async || if lists() > before { Ok(()) } else { Err(()) }).await;
        // What comes after the list is seen after it.
        let hash = |found: &serde_json::Value| found["spec"]["template"]["metadata"]["annotations"].clone();
        let old = hash(&world.read::<Deployment>("app").await.unwrap());
        world.edit::<ConfigMap>("m0", json!({"data": {"round": round}})).await;
        world.until::<Deployment>("app", "the change has come", |found| hash(found) != old).await;
    }
    let peak = program.usage().unwrap().peak_rss;
    let (peak, steady) = (peak >> 20, steady.rss >> 20);
    println!("{steady} MiB hold {} MiB of objects, at most {peak} MiB", data >> 20);
    assert!(peak < steady * 3 / 2, "{peak} MiB at most, {steady} MiB before");
    assert!(program.end(Signal::TERM).await.unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn listed_again_as_events_everything_is_in_memory_once() {
    listed_again("memory", true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn listed_again_in_pages_everything_is_in_memory_once() {
    listed_again("memory-pages", false).await;
}
