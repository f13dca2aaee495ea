//! The API server goes away in the midst of work and comes back.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use kubewright::{
    clock::{ManualClock, RealClock},
    k8s::core::v1::ConfigMap,
};
use kubewright_devcluster::{Cluster, Options, skip, skip_requested};
use kubewright_tests::{
    Gadget, Logs, Script, World, eventually, eventually_within,
    faults::{Asked, Fault, Faults, verdict},
};
use myapp_operator::{ExternalServices, MyApp};
use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;

const OBJECTS: usize = 100;
/// MyApp's `concurrency` times its two children, and a list for each of its four kinds.
const AT_ONCE: usize = 3 * 2 + 4;
/// MyApp's `retry_rate`, the default.
const BURST: u64 = 100;
const PER_SECOND: u64 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_and_restarted_in_the_midst_of_a_hundred_creations_the_server_finds_all_made_once() {
    if skip_requested() {
        return skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    // Its own control plane: the others' goes on.
    let cluster = Cluster::start(Options { audit: true, ..Options::default() }).await.unwrap();
    if !cluster.has_controllers_or_skip() {
        return;
    }
    let world = World::on::<MyApp>(cluster.clone(), "outage").await;
    let faults = Faults::before(&cluster).await;
    let manager = faults.manager(&world).clock(Arc::new(RealClock));
    let running = manager.operator::<MyApp>(ExternalServices::new()).start().unwrap();
    let spec = json!({"image": "nginx:1.27", "replicas": 1});
    let wanted: BTreeMap<String, Value> =
        (0..OBJECTS).map(|number| (format!("app-{number:03}"), spec.clone())).collect();
    let names: Vec<&String> = wanted.keys().collect();
    for name in &names[..OBJECTS / 2] {
        create(&world, name, &spec).await;
    }

    tokio::task::spawn_blocking({
        let cluster = cluster.clone();
        move || cluster.kill()
    })
    .await
    .unwrap()
    .unwrap();
    let (began, before) = (std::time::Instant::now(), faults.requests().ever());
    eventually_within(Duration::from_secs(60), "the operator tries again and again", async || {
        let tried = faults.requests().ever() - before;
        if tried > 100 { Ok(()) } else { Err(tried) }
    })
    .await;
    cluster.restart().await.unwrap();
    let tried = (faults.requests().ever() - before) as u64;
    // A pass sends three requests at most here, and each object may be tried once without being a retry.
    let allowed = 3 * (OBJECTS as u64 + BURST + PER_SECOND * (began.elapsed().as_secs() + 1)) + 100;
    assert!(tried <= allowed, "{tried} requests in {:?}, {allowed} allowed", began.elapsed());

    for name in &names[OBJECTS / 2..] {
        create(&world, name, &spec).await;
    }
    eventually_within(Duration::from_secs(120), "all is well", async || {
        match verdict(&world, &wanted).await {
            Ok(wrong) if wrong.is_empty() => Ok(()),
            wrong => Err(wrong),
        }
    })
    .await;
    assert!(faults.requests().most() <= AT_ONCE, "{} at once", faults.requests().most());
    // A connection for each request at once, and one for each watch.
    assert!(faults.connections().most() <= AT_ONCE + 4, "{} connections", faults.connections().most());
    let events = faults.count(|asked: &Asked| asked.resource == "events");
    assert!(events < OBJECTS as u64 / 2, "{events} events are written");
    assert!(running.stop().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_long_outage_an_object_waits_for_a_minute_at_most() {
    let Some(world) = World::of::<Gadget>("long-outage").await else { return };
    let (faults, clock) = (Faults::before(&world.cluster).await, ManualClock::new());
    // Watches live on: nothing but its own backoff brings an object back.
    faults.play(|asked: &Asked| asked.is_write().then_some(Fault::Refuse(503, None)));
    let manager = faults.manager(&world).clock(Arc::new(clock.clone()));
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    world.create_as::<Gadget>(json!({"metadata": {"name": "a"}, "spec": {"value": 1}})).await;
    let tries = || faults.count(|asked| asked.verb == "patch" && asked.resource == "gadgets");
    // With the jitter, that is as long as it may wait.
    let minute = Duration::from_secs(66);
    for tried in 1..25 {
        eventually("one more try", async || if tries() >= tried { Ok(()) } else { Err(tries()) }).await;
        running.queue(0).unwrap().idle().await;
        clock.advance(minute);
    }
    faults.off();
    clock.advance(minute);
    world.until::<ConfigMap>("a", "it is made", |_| true).await;
    assert!(running.stop().await);
}

/// What somebody reads who is woken by it.
#[tokio::test]
async fn an_outage_is_a_few_lines_in_the_log() {
    const MANY: usize = 30;
    let Some(world) = World::of::<Gadget>("night").await else { return };
    let faults = Faults::before(&world.cluster).await;
    let logs = Logs::capture(LevelFilter::INFO);
    let running = faults.manager(&world).operator::<Gadget>(Script::default()).start().unwrap();
    let names: Vec<_> = (0..MANY).map(|number| format!("g{number}")).collect();
    for name in &names {
        world.create_as::<Gadget>(json!({"metadata": {"name": name}, "spec": {"value": 1}})).await;
    }
    for name in &names {
        world.until_said::<Gadget>(name, "Ready", "True/Available").await;
    }
    assert_eq!(logs.lines_with(" WARN "), [""; 0]);

    // First nothing can be written, in one way and another; then nothing is heard any more.
    faults.play(|asked: &Asked| {
        asked.is_write().then_some(match asked.time % 3 {
            0 => Fault::Unsent,
            1 => Fault::Refuse(500, None),
            _ => Fault::Refuse(503, None),
        })
    });
    for name in &names {
        world.edit::<Gadget>(name, json!({"spec": {"value": 2}})).await;
    }
    let writes = || faults.count(|asked| asked.is_write() && asked.resource == "configmaps");
    let before = writes();
    eventually_within(Duration::from_secs(60), "each is tried a few times", async || {
        let tried = writes() - before;
        if tried >= 4 * MANY as u64 { Ok(()) } else { Err(tried) }
    })
    .await;
    faults.play(|asked: &Asked| {
        Some(if asked.time.is_multiple_of(2) { Fault::Unsent } else { Fault::Refuse(500, None) })
    });
    faults.break_connections();
    let heard = || faults.count(Asked::is_list_or_watch);
    let before = heard();
    eventually_within(Duration::from_secs(60), "watches are tried a few times", async || {
        let tried = heard() - before;
        if tried >= 8 { Ok(()) } else { Err(tried) }
    })
    .await;
    faults.off();
    for name in &names {
        let made = |object: &Value| object["data"]["value"] == "2";
        world.until::<ConfigMap>(name, "it is as wanted", made).await;
        world.until_said::<Gadget>(name, "Ready", "True/Available").await;
    }
    world.quiet(&running).await;
    // kube's own lines are off unless somebody asks for them.
    let lines = logs.lines_with(" WARN kubewright::");
    assert_eq!(lines.len(), 3, "the objects, and each of two kinds: {lines:#?}");
    // And its end.
    eventually("all is told to be over", async || {
        let over =
            ["over: the API server cannot serve", "followed again"].map(|text| logs.lines_with(text).len());
        if over == [1, 2] { Ok(()) } else { Err(over) }
    })
    .await;
    assert_eq!(logs.lines_with("ERROR kubewright::"), [""; 0]);
    assert!(running.stop().await);
}

/// As somebody who tries until it is there.
async fn create(world: &World, name: &str, spec: &Value) {
    let object = json!({"metadata": {"name": name}, "spec": spec});
    eventually_within(Duration::from_secs(60), "it is created", async || {
        match world.try_create::<MyApp>(object.clone(), false).await {
            Err(kube::Error::Api(status)) if status.code == 409 => Ok(()),
            other => other.map(drop).map_err(|error| error.to_string()),
        }
    })
    .await;
}
