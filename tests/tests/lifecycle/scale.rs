//! Two hundred at once.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use futures::{StreamExt, stream};
use kubewright::k8s::apps::v1::Deployment;
use kubewright_devcluster::Request;
use kubewright_tests::{eventually_within, line};
use myapp_operator::MyApp;
use serde_json::json;

use crate::lab::{Lab, is_ready, plain};

const APPS: usize = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_become_ready_and_then_it_is_quiet() {
    let Some(mut lab) = Lab::new("scale").await else { return };
    let began = Instant::now();
    let world = &lab.world;
    let create =
        |n: usize| async move { world.make::<MyApp>(&format!("app-{n}"), json!({"spec": plain()})).await };
    stream::iter(0..APPS).map(create).buffer_unordered(16).collect::<Vec<_>>().await;
    let created = began.elapsed();
    eventually_within(Duration::from_secs(180), "all ready", || async {
        let stats = lab.running.queues().remove(0);
        if stats.ready + stats.in_flight + stats.delayed > 0 {
            return Err(format!("{stats:?}"));
        }
        let ready = world.list::<MyApp>("").await.iter().filter(|app| is_ready(app)).count();
        if ready == APPS { Ok(()) } else { Err(format!("{ready} are ready")) }
    })
    .await;
    let ready = began.elapsed();
    lab.quiet().await;

    let requests = lab.world.requests().await;
    let writes = requests.iter().filter(|request| request.is_write()).count();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for request in requests.iter().filter(|request| !request.is_list_or_watch()) {
        *kinds.entry(line(&Request { name: "*".to_owned(), ..request.clone() })).or_default() += 1;
    }
    let per_object = writes as f64 / APPS as f64;
    eprintln!("{APPS} created in {created:?}, ready in {ready:?}, {} passes", lab.starts());
    eprintln!("{per_object:.2} writes per object: {kinds:#?}");
    assert!(per_object <= 5.0, "{per_object} writes per object: {kinds:#?}");
    assert_eq!(requests.iter().filter(|request| request.is_single_read()).count(), 0, "{kinds:#?}");
    for exact in ["patch myapps * 200", "patch deployments * 201", "patch services * 201"] {
        assert_eq!(kinds.get(exact), Some(&APPS), "{exact}: {kinds:#?}");
    }

    lab.world.mark().await;
    lab.touch::<Deployment>("app-0").await;
    lab.touch::<MyApp>("app-1").await;
    assert_eq!(lab.world.sent().await, [""; 0]);
}
