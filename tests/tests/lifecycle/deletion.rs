//! A MyApp that is deleted.

use kubewright::k8s::{
    apps::v1::{Deployment, ReplicaSet},
    core::v1::{ConfigMap, Pod, Service},
};
use kubewright_tests::{Act, Gadget, Place, Script, World, eventually};
use myapp_operator::MyApp;
use serde_json::json;

use crate::lab::{Lab, image, plain, with_image};

const OURS: &str = "myapp.example.com/finalizer";
const FOREIGN: &str = "example.org/hold";

/// Waits until nothing is left that belonged to an app.
async fn collected(world: &World, name: &str) {
    world.until_gone::<Deployment>(name).await;
    world.until_gone::<Service>(name).await;
    eventually("its pods are gone", || async {
        let of_app = format!("app.kubernetes.io/instance={name}");
        let (sets, pods) = (world.list::<ReplicaSet>(&of_app).await, world.list::<Pod>(&of_app).await);
        if sets.is_empty() && pods.is_empty() { Ok(()) } else { Err((sets.len(), pods.len())) }
    })
    .await;
}

#[tokio::test]
async fn children_name_their_owner() {
    let Some(lab) = Lab::new("owner").await else { return };
    let app = lab.app("web", plain()).await;
    let reference = json!([{
        "apiVersion": "example.com/v1", "kind": "MyApp", "name": "web", "uid": app["metadata"]["uid"],
        "controller": true, "blockOwnerDeletion": true,
    }]);
    assert_eq!(lab.world.get::<Deployment>("web").await["metadata"]["ownerReferences"], reference);
    assert_eq!(lab.world.get::<Service>("web").await["metadata"]["ownerReferences"], reference);
}

#[tokio::test]
async fn it_goes_with_all_its_children_for_one_write() {
    let Some(mut lab) = Lab::new("delete").await else { return };
    lab.app("other", plain()).await;
    lab.app("web", plain()).await;
    lab.world.mark().await;
    lab.world.delete::<MyApp>("web").await;
    lab.world.until_gone::<MyApp>("web").await;
    collected(&lab.world, "web").await;
    lab.fence("other").await;
    assert_eq!(
        lab.world.sent().await,
        ["patch myapps web 200"],
        "the finalizer is taken off, and that is all"
    );
    assert_eq!(lab.running.queues()[0].known, 0, "nothing is remembered of it");
}

#[tokio::test]
async fn it_stays_until_its_cleanup_is_done() {
    let Some(mut world) = World::of::<Gadget>("cleanup").await else { return };
    let script = Script::default();
    let _running = world.start::<Gadget>(script.clone()).await;
    script.tell("one", Place::Cleanup, Act::Hold);
    world.make::<Gadget>("one", json!({"spec": {}})).await;
    world.until_said::<Gadget>("one", "Ready", "True/Available").await;
    world.mark().await;
    world.delete::<Gadget>("one").await;
    eventually("a cleanup", || async { if script.running() == 1 { Ok(()) } else { Err(()) } }).await;
    let going = world.get::<Gadget>("one").await;
    assert!(going["metadata"]["deletionTimestamp"].is_string());
    assert_eq!(going["metadata"]["finalizers"], json!(["gadget.kubewright.test/finalizer"]));
    assert!(world.read::<ConfigMap>("one").await.is_some(), "its children are there while it cleans up");
    assert_eq!(world.sent().await, [""; 0]);
    script.release();
    world.until_gone::<Gadget>("one").await;
    world.until_gone::<ConfigMap>("one").await;
    assert_eq!(script.calls("one", Place::Cleanup), 1);
    assert_eq!(world.sent().await, ["patch gadgets one 200"]);
}

#[tokio::test]
async fn one_that_was_deleted_while_nobody_was_there_is_cleaned_up_at_the_start() {
    let Some(world) = World::of::<Gadget>("nobody-there").await else { return };
    let script = Script::default();
    let running = world.start::<Gadget>(script.clone()).await;
    world.make::<Gadget>("one", json!({"spec": {}})).await;
    world.until_said::<Gadget>("one", "Ready", "True/Available").await;
    assert!(running.stop().await);
    world.delete::<Gadget>("one").await;
    assert!(world.get::<Gadget>("one").await["metadata"]["deletionTimestamp"].is_string());
    let running = world.start::<Gadget>(script.clone()).await;
    world.until_gone::<Gadget>("one").await;
    assert_eq!(script.calls("one", Place::Cleanup), 1);
    assert!(running.stop().await);
}

#[tokio::test]
async fn another_finalizer_holds_it_and_nothing_is_done_meanwhile() {
    let Some(mut lab) = Lab::new("delete-held").await else { return };
    lab.app("other", plain()).await;
    lab.app("web", plain()).await;
    lab.world.edit::<MyApp>("web", json!({"metadata": {"finalizers": [FOREIGN, OURS]}})).await;
    lab.fence("web").await;
    lab.world.mark().await;
    lab.world.delete::<MyApp>("web").await;
    let gone = |app: &serde_json::Value| app["metadata"]["finalizers"] == json!([FOREIGN]);
    lab.world.until::<MyApp>("web", "our finalizer is off", gone).await;
    lab.world.edit::<Deployment>("web", with_image("edited:1")).await;
    lab.world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28"}})).await;
    lab.fence("other").await;
    assert_eq!(lab.world.sent().await, ["patch myapps web 200"]);
    let deployment = lab.world.get::<Deployment>("web").await;
    assert_eq!(image(&deployment, "app"), "edited:1", "its owner is going, so nobody tends it");

    lab.world.edit::<MyApp>("web", json!({"metadata": {"finalizers": []}})).await;
    lab.world.until_gone::<MyApp>("web").await;
    collected(&lab.world, "web").await;
    lab.fence("other").await;
    assert_eq!(lab.world.sent().await, ["patch myapps web 200"]);
}

#[tokio::test]
async fn one_that_goes_when_first_seen_is_left_alone() {
    let Some(world) = World::of::<MyApp>("delete-first").await else { return };
    world.make::<MyApp>("web", json!({"spec": plain(), "metadata": {"finalizers": [FOREIGN]}})).await;
    world.delete::<MyApp>("web").await;
    let mut lab = Lab::on(world).await;
    eventually("a pass", || async { if lab.starts() > 0 { Ok(()) } else { Err(()) } }).await;
    lab.touch::<MyApp>("web").await;
    assert_eq!(lab.world.sent().await, [""; 0]);
    lab.world.edit::<MyApp>("web", json!({"metadata": {"finalizers": []}})).await;
    lab.world.until_gone::<MyApp>("web").await;
}

#[tokio::test]
async fn a_finalizer_that_was_taken_off_by_hand_is_put_back() {
    let Some(mut lab) = Lab::new("finalizer").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;
    lab.world.edit::<MyApp>("web", json!({"metadata": {"finalizers": [FOREIGN]}})).await;
    let back = |app: &serde_json::Value| app["metadata"]["finalizers"] == json!([FOREIGN, OURS]);
    lab.world.until::<MyApp>("web", "both", back).await;
    lab.settled("web").await;
    assert_eq!(lab.world.sent().await, ["patch myapps web 200"]);
    lab.world.edit::<MyApp>("web", json!({"metadata": {"finalizers": [OURS]}})).await;
}
