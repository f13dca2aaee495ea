//! An operator that serves one namespace.

use kubewright::k8s::apps::v1::Deployment;
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::lab::{Lab, plain};

#[tokio::test]
async fn others_are_left_alone() {
    let Some(mut lab) = Lab::new("served").await else { return };
    let other = kubewright_tests::World::of::<MyApp>("not-served").await.unwrap();
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
