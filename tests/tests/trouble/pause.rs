//! The annotation that stops an operator for one object, and objects that are on their way out at first sight.

use kubewright::k8s::{apps::v1::Deployment, core::v1::Service};
use kubewright_tests::{Gadget, Place, Script, World, message, said};
use myapp_operator::MyApp;
use serde_json::json;

use crate::{app, services};

const PAUSED: &str = "example.com/paused";

#[tokio::test]
async fn a_paused_object_is_left_alone_until_it_goes_on() {
    let Some(mut world) = World::of::<MyApp>("pause").await else { return };
    let running = world.start::<MyApp>(services()).await;
    world.create_as::<MyApp>(app("app", 1)).await;
    let ready = world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    world.quiet(&running).await;
    world.mark().await;

    world.edit::<MyApp>("app", json!({"metadata": {"annotations": {PAUSED: "true"}}})).await;
    let paused = world.until_said::<MyApp>("app", "Ready", "Unknown/Paused").await;
    assert!(message(&paused, "Ready").contains(PAUSED), "{}", message(&paused, "Ready"));
    world.edit::<MyApp>("app", json!({"spec": {"replicas": 2}})).await;
    world.delete::<Service>("app").await;
    world.edit::<Deployment>("app", json!({"spec": {"replicas": 0}})).await;
    // A second object shows that all of this has been seen.
    world.create_as::<MyApp>(app("later", 0)).await;
    world.until_said::<MyApp>("later", "Ready", "True/Available").await;
    world.quiet(&running).await;
    let writes = world.writes().await;
    let of_app: Vec<_> = writes.iter().filter(|write| write.contains("/app ")).collect();
    assert_eq!(of_app, [&format!("patch example.com/myapps/status {}/app 200", world.namespace)]);
    let now = world.read::<MyApp>("app").await.unwrap();
    assert_eq!(now["status"]["observedGeneration"], ready["status"]["observedGeneration"]);

    world.edit::<MyApp>("app", json!({"metadata": {"annotations": {PAUSED: null}}})).await;
    let caught_up = world.until::<MyApp>("app", "two are ready", |app| app["status"]["readyReplicas"] == 2);
    assert_eq!(said(&caught_up.await, "Ready"), "True/Available");
    assert!(world.read::<Service>("app").await.is_some());

    // Cleanup waits too.
    world.edit::<MyApp>("app", json!({"metadata": {"annotations": {PAUSED: "true"}}})).await;
    world.until_said::<MyApp>("app", "Ready", "Unknown/Paused").await;
    world.delete::<MyApp>("app").await;
    world.delete::<MyApp>("later").await;
    world.until_gone::<MyApp>("later").await;
    world.quiet(&running).await;
    assert!(world.read::<MyApp>("app").await.is_some());
    world.edit::<MyApp>("app", json!({"metadata": {"annotations": {PAUSED: "false"}}})).await;
    world.until_gone::<MyApp>("app").await;
    assert!(running.stop().await);
}

#[tokio::test]
async fn an_object_that_goes_at_first_sight_is_not_touched() {
    let Some(mut world) = World::of::<Gadget>("going").await else { return };
    let held =
        json!({"metadata": {"name": "going", "finalizers": ["others.kubewright.test/hold"]}, "spec": {}});
    world.create_as::<Gadget>(held).await;
    world.delete::<Gadget>("going").await;
    world.mark().await;
    let script = Script::default();
    let running = world.start::<Gadget>(script.clone()).await;
    world.create(&crate::gadget("good", 1)).await;
    world.until_said::<Gadget>("good", "Ready", "True/Available").await;
    world.quiet(&running).await;
    let requests = world.requests().await;
    let of_going: Vec<_> = requests.iter().filter(|request| request.name == "going").collect();
    assert!(of_going.is_empty(), "{of_going:#?}");
    assert_eq!((script.calls("going", Place::Desired), script.calls("going", Place::Cleanup)), (0, 0));
    assert_eq!(running.queues()[0].delayed, 0);
    world.edit::<Gadget>("going", json!({"metadata": {"finalizers": null}})).await;
    world.until_gone::<Gadget>("going").await;
    assert!(running.stop().await);
}
