//! A ConfigMap that some MyApps read.

use kubewright::k8s::{apps::v1::Deployment, core::v1::ConfigMap};
use kubewright_tests::line;
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::lab::{Lab, without_status};

fn reading(config: &str) -> Value {
    json!({"image": "nginx:1.27", "configMapRef": config})
}

fn hash(deployment: &Value) -> &Value {
    &deployment["spec"]["template"]["metadata"]["annotations"]["example.com/config-hash"]
}

async fn hash_of(lab: &Lab, name: &str) -> Value {
    hash(&lab.world.get::<Deployment>(name).await).clone()
}

/// Waits until the pods of an app have another hash, which it returns.
async fn another(lab: &Lab, name: &str, old: &Value) -> Value {
    let found =
        lab.world.until::<Deployment>(name, "another hash", |deployment| hash(deployment) != old).await;
    lab.settled(name).await;
    hash(&found).clone()
}

/// What was sent because of one app.
async fn sent_for(lab: &mut Lab, name: &str) -> Vec<String> {
    lab.world.requests().await.iter().filter(|request| request.name == name).map(line).collect()
}

#[tokio::test]
async fn a_change_reaches_the_pods_of_exactly_those_that_read_it() {
    let Some(mut lab) = Lab::new("config").await else { return };
    lab.world.make::<ConfigMap>("shared", json!({"data": {"a": "1"}})).await;
    lab.world.make::<ConfigMap>("other", json!({"data": {"a": "1"}})).await;
    lab.app("one", reading("shared")).await;
    lab.app("two", reading("shared")).await;
    lab.app("three", reading("other")).await;
    let old = hash_of(&lab, "one").await;
    assert!(old.is_string());
    assert_eq!(
        (&hash_of(&lab, "two").await, &hash_of(&lab, "three").await),
        (&old, &old),
        "the content decides"
    );

    lab.world.mark().await;
    let starts = lab.starts();
    lab.world.edit::<ConfigMap>("shared", json!({"data": {"a": "2"}})).await;
    let new = another(&lab, "one", &old).await;
    assert_eq!(another(&lab, "two", &old).await, new);
    assert!(lab.starts() > starts);
    for name in ["one", "two"] {
        let sent = sent_for(&mut lab, name).await;
        assert_eq!(without_status(&sent), [format!("patch deployments {name} 200")], "{sent:#?}");
    }
    assert_eq!(sent_for(&mut lab, "three").await, [""; 0]);
    assert_eq!(hash_of(&lab, "three").await, old);
}

#[tokio::test]
async fn it_may_come_later_go_and_be_exchanged() {
    let Some(mut lab) = Lab::new("config-later").await else { return };
    lab.app("web", reading("late")).await;
    assert_eq!(hash_of(&lab, "web").await, Value::Null);

    lab.world.mark().await;
    lab.world.make::<ConfigMap>("late", json!({"data": {"a": "1"}})).await;
    let first = another(&lab, "web", &Value::Null).await;
    lab.world.delete::<ConfigMap>("late").await;
    assert_eq!(another(&lab, "web", &first).await, Value::Null);
    let sent = lab.world.sent().await;
    assert_eq!(without_status(&sent), ["patch deployments web 200"; 2], "{sent:#?}");

    // Another reference: the new one counts, and the old one no more.
    lab.world.make::<ConfigMap>("next", json!({"data": {"b": "1"}})).await;
    lab.world.edit::<MyApp>("web", json!({"spec": reading("next")})).await;
    let next = another(&lab, "web", &Value::Null).await;
    assert_ne!(next, first);
    lab.world.mark().await;
    let starts = lab.starts();
    lab.world.make::<ConfigMap>("late", json!({"data": {"a": "2"}})).await;
    lab.world.edit::<ConfigMap>("next", json!({"data": {"b": "2"}})).await;
    another(&lab, "web", &next).await;
    let sent = lab.world.sent().await;
    assert_eq!(without_status(&sent), ["patch deployments web 200"], "{sent:#?}");
    assert!(lab.starts() > starts);
}

#[tokio::test]
async fn one_that_nobody_reads_wakes_nobody() {
    let Some(lab) = Lab::new("config-unread").await else { return };
    lab.world.make::<ConfigMap>("read", json!({"data": {"a": "1"}})).await;
    lab.app("web", reading("read")).await;
    let (starts, old) = (lab.starts(), hash_of(&lab, "web").await);
    lab.world.make::<ConfigMap>("unread", json!({"data": {"a": "1"}})).await;
    lab.world.edit::<ConfigMap>("unread", json!({"data": {"a": "2"}})).await;
    lab.world.delete::<ConfigMap>("unread").await;
    // Events of one kind come in order: when this one has led to a pass, the others have been looked at.
    lab.world.edit::<ConfigMap>("read", json!({"metadata": {"labels": {"touched": "yes"}}})).await;
    kubewright_tests::eventually("the pass of the reader", || async {
        let now = lab.starts();
        if now > starts { Ok(()) } else { Err(now) }
    })
    .await;
    lab.quiet().await;
    assert_eq!(lab.starts(), starts + 1);
    assert_eq!(hash_of(&lab, "web").await, old, "a label is no content");
}
