//! An operator that is killed with its n-th request, for every n, and started anew.

use std::{
    collections::BTreeMap,
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use futures::future::join_all;
use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Service},
    },
    operator::Reconcile,
};
use kubewright_tests::{
    Gadget, Kit, Place, Script, World, eventually,
    faults::{FastClock, Faults, Killed, verdict},
};
use myapp_operator::{ExternalServices, MyApp};
use serde_json::{Value, json};

/// So many lives at a time, each in a namespace of its own.
const ABREAST: usize = 4;

/// Leads a life for every request in it, twice: killed before the request is sent, and before its answer comes. Then
/// the operator is started anew, and works until the life is over.
async fn for_every_request<O: Reconcile>(
    name: &str,
    state: impl Fn(&Script) -> O::State,
    life: impl AsyncFn(&World, &str, &Script),
) {
    let (next, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let lives = join_all((0..ABREAST).map(async |_| {
        let world = World::of::<O>(name).await?;
        let mut lives = 0;
        while !over.load(Ordering::SeqCst) {
            let (n, lost) = {
                let next = next.fetch_add(1, Ordering::SeqCst);
                (next / 2 + 1, next % 2 == 1)
            };
            let name = format!("n{n}-{}", if lost { "lost" } else { "unsent" });
            if !one_life::<O>(&world, &name, &state, &life, Arc::new(Killed::at(n, lost))).await {
                over.store(true, Ordering::SeqCst);
            }
            lives += 1;
        }
        Some(lives)
    }))
    .await;
    let Some(lives) = lives.into_iter().collect::<Option<Vec<u64>>>() else { return };
    assert!(lives.iter().sum::<u64>() > 10, "a whole life has more than five requests: {lives:?}");
}

/// Returns whether the operator was killed at all.
async fn one_life<O: Reconcile>(
    world: &World,
    name: &str,
    state: &impl Fn(&Script) -> O::State,
    life: &impl AsyncFn(&World, &str, &Script),
    killed: Arc<Killed>,
) -> bool {
    let faults = Faults::before(&world.cluster).await;
    faults.play_shared(killed.clone());
    let script = Script::default();
    let mut dead = killed.dead();
    let first = faults.manager(world).grace(Duration::ZERO).operator::<O>(state(&script)).start().unwrap();
    let keeper = async {
        // The sender is in `killed`.
        let _ = dead.wait_for(|dead| *dead).await;
        first.stop().await;
        let manager = world.manager().await.clock(Arc::new(FastClock::new(10)));
        let _second = manager.operator::<O>(state(&script)).start().unwrap();
        pending::<()>().await;
    };
    tokio::select! {
        () = keeper => {}
        () = life(world, name, &script) => {}
    }
    *killed.dead().borrow()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn myapp_ends_the_same_after_whichever_request_it_is_killed() {
    for_every_request::<MyApp>(
        "killed",
        |_| ExternalServices::new(),
        async |world, name, _| {
            let as_wanted = async |what: &str, spec: &Value| {
                let wanted = BTreeMap::from([(name.to_owned(), spec.clone())]);
                eventually(&format!("{name} {what}"), async || match verdict(world, &wanted).await {
                    Ok(wrong) if wrong.is_empty() => Ok(()),
                    wrong => Err(wrong),
                })
                .await;
            };
            let mut spec = json!({"image": "nginx:1.27", "replicas": 1});
            world.create_as::<MyApp>(json!({"metadata": {"name": name}, "spec": spec})).await;
            as_wanted("is made", &spec).await;
            let first = uids(world, name).await;

            spec["image"] = json!("nginx:1.28");
            world.edit::<MyApp>(name, json!({ "spec": spec })).await;
            as_wanted("is updated", &spec).await;
            spec["replicas"] = json!(2);
            world.edit::<MyApp>(name, json!({ "spec": spec })).await;
            as_wanted("is scaled", &spec).await;
            assert_eq!(uids(world, name).await, first, "{name}: no child was made twice");

            world.delete::<MyApp>(name).await;
            world.until_gone::<MyApp>(name).await;
            world.until_gone::<Deployment>(name).await;
            world.until_gone::<Service>(name).await;
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finalizer_goes_after_cleanup_whichever_request_it_is_killed_with() {
    for_every_request::<Gadget>("killed-gadget", Script::clone, async |world, name, script| {
        world.create_as::<Gadget>(json!({"metadata": {"name": name}, "spec": {"value": 1}})).await;
        let says = |value: &'static str| move |found: &Value| found["data"]["value"] == value;
        world.until::<ConfigMap>(name, "says 1", says("1")).await;
        world.edit::<Gadget>(name, json!({"spec": {"value": 2}})).await;
        world.until::<ConfigMap>(name, "says 2", says("2")).await;
        let guarded = world.read::<Gadget>(name).await.unwrap();
        assert_eq!(guarded["metadata"]["finalizers"], json!(["gadget.kubewright.test/finalizer"]));
        assert_eq!(script.calls(name, Place::Cleanup), 0, "nobody has asked for it");
        world.delete::<Gadget>(name).await;
        world.until_gone::<Gadget>(name).await;
        assert!(script.calls(name, Place::Cleanup) > 0, "{name} went without a cleanup");
        world.until_gone::<ConfigMap>(name).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_longer_wanted_goes_whichever_request_it_is_killed_with() {
    for_every_request::<Kit>("killed-kit", Script::clone, async |world, name, _| {
        let parts = ["a", "b", "c"].map(|part| format!("{name}-{part}"));
        let spec = json!({"spare": true, "parts": parts, "port": 80});
        world.create_as::<Kit>(json!({"metadata": {"name": name}, "spec": spec})).await;
        world.until_said::<Kit>(name, "Ready", "True/Available").await;
        let kept = world.read::<ConfigMap>(&parts[1]).await.unwrap();
        world.edit::<Kit>(name, json!({"spec": {"spare": false, "parts": [parts[1]], "port": 81}})).await;
        world.until_said::<Kit>(name, "Ready", "True/Available").await;
        for gone in [&parts[0], &parts[2], &format!("{name}-spare")] {
            world.until_gone::<ConfigMap>(gone).await;
        }
        let still = world.read::<ConfigMap>(&parts[1]).await.unwrap();
        assert_eq!(still["metadata"]["uid"], kept["metadata"]["uid"], "{name}: what is wanted stays");
        world.delete::<Kit>(name).await;
        world.until_gone::<ConfigMap>(&parts[1]).await;
        world.until_gone::<Service>(name).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_deleted_while_nobody_works_is_cleaned_up_at_the_start() {
    let Some(world) = World::of::<Gadget>("deleted-meanwhile").await else { return };
    let running = world.start::<Gadget>(Script::default()).await;
    world.create_as::<Gadget>(json!({"metadata": {"name": "a"}, "spec": {"value": 1}})).await;
    world.until_said::<Gadget>("a", "Ready", "True/Available").await;
    assert!(running.stop().await);
    world.delete::<Gadget>("a").await;
    assert!(world.read::<Gadget>("a").await.is_some(), "its finalizer holds it");
    let script = Script::default();
    let running = world.start::<Gadget>(script.clone()).await;
    world.until_gone::<Gadget>("a").await;
    world.until_gone::<ConfigMap>("a").await;
    assert_eq!(script.calls("a", Place::Cleanup), 1);
    assert!(running.stop().await);
}

async fn uids(world: &World, name: &str) -> [Value; 2] {
    let (deployment, service) = (world.read::<Deployment>(name).await, world.read::<Service>(name).await);
    [deployment, service].map(|child| child.unwrap()["metadata"]["uid"].clone())
}
