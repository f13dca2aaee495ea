//! A server that refuses everything for minutes, and then says nothing at all for minutes.

use std::{sync::Arc, time::Duration};

use futures::{StreamExt, stream};
use kube::api::ListParams;
use kubewright::{
    clock::Clock,
    k8s::core::v1::ConfigMap,
    manager::{Health, Problem},
};
use kubewright_tests::{
    Gadget, Script, World, eventually, eventually_within,
    faults::{Asked, FastClock, Fault, Faults},
};
use serde_json::{Value, json};

const OBJECTS: usize = 300;
/// Gadget's `concurrency`, a list for each of its two kinds, and an event.
const AT_ONCE: usize = 3 + 2 + 1;
const MINUTES: Duration = Duration::from_secs(300);

async fn all_are(world: &World, value: i64) -> Result<(), Value> {
    let done = |found: &&Value| {
        let ready = kubewright_tests::said(found, "Ready") == "True/Available";
        ready && found["status"]["value"] == value
    };
    let gadgets = list::<Gadget>(world).await;
    let ready = gadgets.iter().filter(done).count();
    let maps = list::<ConfigMap>(world).await;
    let right = maps.iter().filter(|map| map["data"]["value"] == *value.to_string()).count();
    // And the one that the cluster writes into each namespace.
    let all = (ready, right, maps.len()) == (OBJECTS, OBJECTS, OBJECTS + 1);
    if all { Ok(()) } else { Err(json!({"ready": ready, "right": right, "maps": maps.len()})) }
}

async fn list<K>(world: &World) -> Vec<Value>
where
    K: kube::Resource<DynamicType = ()>,
    K::Scope: kubewright::object::Scoped,
{
    let list = world.objects::<K>().list(&ListParams::default()).await.unwrap();
    list.items.into_iter().map(|object| serde_json::to_value(object).unwrap()).collect()
}

async fn for_each(act: impl AsyncFn(String)) {
    let names = (0..OBJECTS).map(|number| format!("g{number:03}"));
    stream::iter(names).for_each_concurrent(8, async |name| act(name).await).await;
}

fn unwatched(health: &Health) -> usize {
    health.problems.iter().filter(|problem| matches!(problem, Problem::Unwatched { .. })).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_minutes_is_sat_out_with_few_requests_and_no_work_is_lost() {
    let Some(world) = World::of::<Gadget>("silence").await else { return };
    let (faults, clock) = (Faults::before(&world.cluster).await, FastClock::new(20));
    let manager = faults.manager(&world).clock(Arc::new(clock));
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    for_each(async |name| {
        world.create_as::<Gadget>(json!({"metadata": {"name": name}, "spec": {"value": 1}})).await;
    })
    .await;
    eventually_within(Duration::from_secs(120), "all are made", async || all_are(&world, 1).await).await;
    assert_eq!(running.health().problems, []);

    // Watches live on and tell of work that cannot be done; then they die too.
    faults.play(|asked: &Asked| (!asked.is_list_or_watch()).then_some(Fault::Refuse(503, None)));
    let (asked, said) = (faults.requests().ever(), events(&faults));
    for_each(async |name| {
        world.edit::<Gadget>(&name, json!({"spec": {"value": 2}})).await;
    })
    .await;
    clock.sleep_until(clock.now() + MINUTES / 2).await;
    faults.play(|_: &Asked| Some(Fault::Unsent));
    faults.break_connections();
    clock.sleep_until(clock.now() + MINUTES / 2).await;
    let asked = faults.requests().ever() - asked;
    // A first pass of each object, the burst of retries and ten in a second. Each sends two requests: for the child, and
    // to say in the status that it could not be made. Lists, and a few tries of each event, besides.
    let allowed = 2 * (OBJECTS + 100 + 10 * 330) + 3 * OBJECTS;
    assert!(asked <= allowed, "{asked} requests, {allowed} allowed");
    let said = events(&faults) - said;
    assert!(said <= OBJECTS as u64, "{said} events tried, three times each: they do not pile up");
    assert_eq!(unwatched(&running.health()), 2, "{:?}", running.health());

    // Taken and never answered.
    faults.play(|_: &Asked| Some(Fault::Silent));
    faults.break_connections();
    for_each(async |name| {
        world.edit::<Gadget>(&name, json!({"spec": {"value": 3}})).await;
    })
    .await;
    clock.sleep_until(clock.now() + MINUTES).await;
    assert_eq!(unwatched(&running.health()), 2, "{:?}", running.health());
    faults.off();
    // What is silent stays so.
    faults.break_connections();
    eventually_within(Duration::from_secs(120), "all are changed", async || all_are(&world, 3).await).await;
    eventually("nothing is wrong any more", async || match running.health().problems {
        none if none.is_empty() => Ok(()),
        some => Err(some),
    })
    .await;
    assert!(faults.requests().most() <= AT_ONCE, "{} at once", faults.requests().most());
    // And a watch for each of its kinds.
    assert!(faults.connections().most() <= AT_ONCE + 2, "{} connections", faults.connections().most());
    assert!(running.stop().await);
}

fn events(faults: &Faults) -> u64 {
    faults.count(|asked: &Asked| asked.resource == "events")
}
