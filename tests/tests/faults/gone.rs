//! What goes away while an operator works, and comes back: rights, kinds, namespaces.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use kube::{Api, api::DeleteParams};
use kubewright::{
    __private::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    k8s::core::v1::{ConfigMap, Namespace},
    prelude::*,
};
use kubewright_tests::{
    Gadget, Place, Script, Trouble, TroubleStatus, World, crd, eventually, eventually_within,
    faults::{Asked, FastClock, Fault, Faults},
    message,
};
use serde_json::json;

/// An object of a kind that no other test needs.
#[operator(
    group = "fleeting.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(ConfigMap),
    finalizer = "fleeting.kubewright.test/finalizer",
    state = Script,
)]
pub(crate) struct FleetingSpec {
    /// Goes into the ConfigMap.
    pub(crate) text: String,
}

impl Reconcile for Fleeting {
    type Error = Trouble;

    async fn desired(&self, _: &Context<Self>) -> Result<FleetingChildren, Trouble> {
        let data = BTreeMap::from([("text".to_owned(), self.spec.text.clone())]);
        Ok(FleetingChildren { config_map: ConfigMap { data: Some(data), ..ConfigMap::default() } })
    }
}

impl Cleanup for Fleeting {
    async fn cleanup(&self, cx: &Context<Self>) -> Result<Cleaned, Trouble> {
        cx.state().note_call(Place::Cleanup, &self.name_any());
        Ok(Cleaned::Done)
    }
}

/// CRDs are the whole cluster's: this is the only test with this kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kind_that_is_deleted_and_installed_anew_is_served_anew() {
    let Some(world) = World::of::<Fleeting>("fleeting").await else { return };
    let script = Script::default();
    let manager = world.manager().await.clock(Arc::new(FastClock::new(10)));
    let running = manager.operator::<Fleeting>(script.clone()).start().unwrap();
    let crds = Api::<CustomResourceDefinition>::all(world.client.clone());
    for round in ["one", "two", "three"] {
        world.cluster.install(&[crd::<Fleeting>()]).await.unwrap();
        let object = json!({"metadata": {"name": "a"}, "spec": {"text": round}});
        world.create_as::<Fleeting>(object).await;
        world.until_said::<Fleeting>("a", "Ready", "True/Available").await;
        let config_map = world.read::<ConfigMap>("a").await.unwrap();
        assert_eq!(config_map["data"]["text"], round);
        let before = script.calls("a", Place::Cleanup);
        crds.delete("fleetings.fleeting.kubewright.test", &DeleteParams::default()).await.unwrap();
        eventually("the kind is gone, and its objects with it", async || {
            match crds.get_opt("fleetings.fleeting.kubewright.test").await.unwrap() {
                None => Ok(()),
                Some(found) => Err(found.status),
            }
        })
        .await;
        assert!(script.calls("a", Place::Cleanup) > before, "round {round}: cleaned up");
        world.until_gone::<ConfigMap>("a").await;
    }
    assert!(running.stop().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_that_is_taken_and_given_back_is_missed_only_meanwhile() {
    let Some(world) = World::of::<Gadget>("taken").await else { return };
    let faults = Faults::before(&world.cluster).await;
    let manager = faults.manager(&world);
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    world.create_as::<Gadget>(json!({"metadata": {"name": "a"}, "spec": {"value": 1}})).await;
    world.until_said::<Gadget>("a", "Ready", "True/Available").await;
    let uid = world.read::<ConfigMap>("a").await.unwrap()["metadata"]["uid"].clone();

    let taken = Arc::new(AtomicBool::new(true));
    let still = taken.clone();
    faults.play(move |asked: &Asked| {
        let refused = asked.resource == "configmaps" && still.load(Ordering::SeqCst);
        refused.then_some(Fault::Refuse(403, None))
    });
    faults.break_connections();
    world.edit::<Gadget>("a", json!({"spec": {"value": 2}})).await;
    let object = world.until_said::<Gadget>("a", "Ready", "False/Forbidden").await;
    let text = message(&object, "Ready");
    assert!(text.contains("no right to patch configmaps"), "{text}");
    // What the watch cannot tell any more is not taken for absent: nothing is made anew, nothing goes.
    eventually("the watch is refused", async || {
        let refused = faults.notes().iter().any(|note| note.contains(" watch configmaps"));
        if refused { Ok(()) } else { Err(faults.notes()) }
    })
    .await;
    world.create_as::<Gadget>(json!({"metadata": {"name": "b"}, "spec": {"value": 1}})).await;
    world.until_said::<Gadget>("b", "Ready", "False/Forbidden").await;
    taken.store(false, Ordering::SeqCst);
    for name in ["a", "b"] {
        world.until_said::<Gadget>(name, "Ready", "True/Available").await;
    }
    let config_map = world.read::<ConfigMap>("a").await.unwrap();
    assert_eq!((&config_map["data"]["value"], &config_map["metadata"]["uid"]), (&json!("2"), &uid));
    assert!(running.stop().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_namespace_that_is_deleted_in_the_midst_of_creations_goes() {
    let Some(world) = World::of::<Gadget>("going").await else { return };
    let script = Script::default();
    let manager = world.manager().await.clock(Arc::new(FastClock::new(10)));
    let running = manager.operator::<Gadget>(script.clone()).start().unwrap();
    for number in 0..20 {
        let object = json!({"metadata": {"name": format!("a{number}")}, "spec": {"value": number}});
        // The last ones may come too late.
        if world.try_create::<Gadget>(object, false).await.is_err() {
            break;
        }
        if number == 10 {
            world.delete::<Namespace>(world.namespace.name()).await;
        }
    }
    eventually_within(Duration::from_secs(90), "the namespace is gone", async || {
        world
            .read::<Namespace>(world.namespace.name())
            .await
            .map_or(Ok(()), |found| Err(found["status"].to_string()))
    })
    .await;
    assert!(script.calls("a0", Place::Cleanup) > 0);
    world.quiet(&running).await;
    let stats = &running.queues()[0];
    assert_eq!((stats.ready, stats.delayed), (0, 0), "nobody comes back to what is gone: {stats:?}");
    assert!(running.stop().await);
}
