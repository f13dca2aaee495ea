//! Objects that no longer decode, because they were stored when the CRD allowed more.

use std::{collections::BTreeMap, time::Duration};

use kubewright::{clock::ManualClock, k8s::core::v1::ConfigMap, prelude::*};
use kubewright_tests::{Logs, Place, Script, Trouble, TroubleStatus, World, crd, eventually, message};
use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;

use crate::ticking::Ticking;

const FINALIZER: &str = "brittle.kubewright.test/finalizer";

/// An object with a number.
#[operator(
    group = "brittle.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(ConfigMap),
    finalizer = "brittle.kubewright.test/finalizer",
    state = Script,
)]
pub(crate) struct BrittleSpec {
    /// A number, though not for those who came before.
    pub(crate) size: i64,
}

impl Reconcile for Brittle {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<BrittleChildren, Trouble> {
        let name = self.name_any();
        let script = cx.state().clone();
        script.note_call(Place::Desired, &name);
        let data = BTreeMap::from([("size".to_owned(), self.spec.size.to_string())]);
        Ok(BrittleChildren { config_map: ConfigMap { data: Some(data), ..ConfigMap::default() } })
    }
}

impl Cleanup for Brittle {
    async fn cleanup(&self, cx: &Context<Self>) -> Result<Cleaned, Trouble> {
        cx.state().note_call(Place::Cleanup, &self.name_any());
        Ok(Cleaned::Done)
    }
}

/// Stores objects whose size is no whole number, under a CRD that lets them through.
async fn store_bad_ones(world: &World) {
    let real = crd::<Brittle>();
    let mut lax = real.clone();
    lax["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"] =
        json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    lax["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["status"] =
        json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    world.cluster.install(&[lax]).await.unwrap();
    let rows = [
        ("text", json!("big"), json!([])),
        ("half", json!(0.5), json!([])),
        ("going", json!("big"), json!([])),
        ("held", json!(1.5), json!([FINALIZER])),
        ("leaving", json!("big"), json!(["others.kubewright.test/hold"])),
        ("sick", json!(1), json!([FINALIZER])),
        ("sick-and-going", json!(1), json!([FINALIZER])),
    ];
    for (name, size, finalizers) in rows {
        let object = json!({"metadata": {"name": name, "finalizers": finalizers}, "spec": {"size": size}});
        // The server goes on checking by the CRD it knew for a moment.
        eventually("it is let through", async || world.try_create::<Brittle>(object.clone(), false).await)
            .await;
    }
    for name in ["sick", "sick-and-going"] {
        let status = json!({"status": {"value": "many", "conditions": "none"}});
        world.edit_sub::<Brittle>(name, "status", status).await;
    }
    world.cluster.install(&[real]).await.unwrap();
    let object = json!({"metadata": {"name": "late"}, "spec": {"size": "big"}});
    eventually("no more are let through", async || {
        match world.try_create::<Brittle>(object.clone(), true).await {
            Ok(_) => Err("it is"),
            Err(_) => Ok(()),
        }
    })
    .await;
}

fn size(config_map: &Value) -> &Value {
    &config_map["data"]["size"]
}

#[tokio::test]
async fn an_object_that_does_not_decode_is_told_apart_and_harms_no_other() {
    let Some(mut world) = World::of::<Brittle>("brittle").await else { return };
    store_bad_ones(&world).await;
    world.delete::<Brittle>("leaving").await;
    world.delete::<Brittle>("sick-and-going").await;
    let logs = Logs::capture(LevelFilter::WARN);
    let (clock, script) = (ManualClock::new(), Script::default());
    let running = world.start_at::<Brittle>(script.clone(), clock.clone()).await;
    let ticking = Ticking::begin(&clock);

    // Others go on.
    world.create_as::<Brittle>(json!({"metadata": {"name": "good"}, "spec": {"size": 1}})).await;
    world.until_said::<Brittle>("good", "Ready", "True/Available").await;
    assert_eq!(size(&world.read::<ConfigMap>("good").await.unwrap()), "1");

    // It is said in the log and in an event, and in the status where the server lets it be written, without what is
    // in there: an apply, of whatever part, is refused when the stored object does not fit the schema's types.
    for (name, stored) in [("text", "big"), ("half", "0.5")] {
        let events = world.until_events(name).await;
        let [(text, 1)] = &events[..] else { panic!("{events:?}") };
        assert!(text.starts_with("Undecodable: ") && text.contains("does not decode as Brittle"), "{text}");
        assert!(text.contains("i64") && !text.contains(stored), "{text}");
        assert!(
            !logs.lines_with(&format!("/{name} does not decode as Brittle")).is_empty(),
            "{}",
            logs.text()
        );
        assert_eq!(script.calls(name, Place::Desired), 0);
        assert!(world.read::<ConfigMap>(name).await.is_none());
    }
    let half = world.until_said::<Brittle>("half", "Ready", "False/Undecodable").await;
    assert!(message(&half, "Ready").contains("does not decode as Brittle"), "{}", message(&half, "Ready"));
    assert!(half["metadata"].get("finalizers").is_none(), "{}", half["metadata"]);

    // Whatever stands in its status, an object has what it wants, and is let go when it goes.
    world.until_gone::<Brittle>("sick-and-going").await;
    assert_eq!(script.calls("sick-and-going", Place::Cleanup), 1);
    world.until::<ConfigMap>("sick", "it is made", |_| true).await;
    world.delete::<Brittle>("sick").await;
    world.until_gone::<Brittle>("sick").await;

    // Of one that goes and is held by others, nothing is said.
    assert!(world.events("leaving").await.is_empty());
    assert!(world.read::<Brittle>("leaving").await.unwrap().get("status").is_none());
    world.edit::<Brittle>("leaving", json!({"metadata": {"finalizers": null}})).await;
    world.until_gone::<Brittle>("leaving").await;

    // Nobody tries again until it is edited.
    drop(ticking);
    world.quiet(&running).await;
    world.mark().await;
    clock.advance(Duration::from_secs(7200));
    world.quiet(&running).await;
    let requests = world.requests().await;
    assert!(requests.is_empty(), "{requests:#?}");
    let stats = &running.queues()[0];
    assert_eq!((stats.retries, stats.delayed), (0, 0), "{stats:?}");
    let ticking = Ticking::begin(&clock);
    for name in ["text", "half"] {
        world.edit::<Brittle>(name, json!({"spec": {"size": 2}})).await;
        world.until_said::<Brittle>(name, "Ready", "True/Available").await;
        assert_eq!(size(&world.read::<ConfigMap>(name).await.unwrap()), "2");
    }

    // Without our finalizer it can go. With it, cleanup cannot run, and that is said until somebody heals it.
    world.delete::<Brittle>("going").await;
    world.until_gone::<Brittle>("going").await;
    world.delete::<Brittle>("held").await;
    let held = world.until_said::<Brittle>("held", "Ready", "False/Undecodable").await;
    assert_eq!(held["metadata"]["finalizers"], json!([FINALIZER]));
    assert_eq!(script.calls("held", Place::Cleanup), 0);
    world.edit::<Brittle>("held", json!({"spec": {"size": 3}})).await;
    world.until_gone::<Brittle>("held").await;
    assert_eq!(script.calls("held", Place::Cleanup), 1);
    drop(ticking);
    assert!(running.stop().await);
}
