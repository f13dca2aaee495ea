//! Which namespaces an operator serves.

use kubewright::k8s::apps::v1::Deployment;
use kubewright_tests::World;
use myapp_operator::{ExternalServices, MyApp};
use serde_json::{Value, json};

use crate::lab::{Lab, is_ready, plain};

#[tokio::test]
async fn others_are_left_alone() {
    let Some(mut lab) = Lab::new("served").await else { return };
    let other = World::of::<MyApp>("not-served").await.unwrap();
    other.make::<MyApp>("web", json!({"spec": plain()})).await;
    lab.app("web", plain()).await;
    let strangers = other.get::<MyApp>("web").await;
    assert_eq!(strangers["metadata"]["finalizers"], Value::Null);
    assert_eq!(strangers["status"], Value::Null);
    assert_eq!(other.read::<Deployment>("web").await, None);
    let served = lab.world.namespace.name().to_owned();
    for request in lab.world.requests().await {
        assert_eq!(request.namespace, served, "{request}");
        assert!(!request.uri.contains(other.namespace.name()), "{request}");
    }
}

#[tokio::test]
async fn several_are_served_side_by_side() {
    let Some(mut one) = World::of::<MyApp>("one").await else { return };
    let two = World::of::<MyApp>("two").await.unwrap();
    let manager = one.manager().await.namespaces([one.namespace.name(), two.namespace.name()]);
    let running = manager.operator::<MyApp>(ExternalServices::new()).start().unwrap();
    for world in [&one, &two] {
        // The same name twice: two objects all the same.
        world.make::<MyApp>("web", json!({"spec": plain()})).await;
    }
    for world in [&one, &two] {
        let app = world.until::<MyApp>("web", "ready", is_ready).await;
        let deployment = world.get::<Deployment>("web").await;
        assert_eq!(deployment["metadata"]["ownerReferences"][0]["uid"], app["metadata"]["uid"]);
    }
    // Only one of them goes.
    one.delete::<MyApp>("web").await;
    one.until_gone::<Deployment>("web").await;
    assert!(is_ready(&two.get::<MyApp>("web").await));
    assert!(running.stop().await);
    let requests = one.requests().await;
    assert_eq!(requests.iter().filter(|request| request.is_list()).count(), 8, "four kinds in each");
    assert!(requests.iter().all(|request| !request.namespace.is_empty()), "nothing is asked of the cluster");
}
