//! Objects that were there before, and are taken as children: those that are nobody's.

use std::{collections::BTreeMap, convert::Infallible};

use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};
use kubewright_tests::{TroubleStatus, World, message};
use serde_json::{Value, json};

/// An object that takes a Secret as its own.
#[operator(
    group = "heir.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(Secret(adopt)),
)]
pub(crate) struct HeirSpec {}

impl Reconcile for Heir {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<HeirChildren, Infallible> {
        let data = BTreeMap::from([("ours".to_owned(), "yes".to_owned())]);
        Ok(HeirChildren { secret: Secret { string_data: Some(data), ..Secret::default() } })
    }
}

fn heir(name: &str) -> Value {
    json!({"metadata": {"name": name}, "spec": {}})
}

fn controller(owner: &Value) -> Value {
    json!([{
        "apiVersion": owner["apiVersion"], "kind": owner["kind"], "controller": true,
        "name": owner["metadata"]["name"], "uid": owner["metadata"]["uid"],
    }])
}

/// A Secret that somebody made.
fn secret(name: &str, owners: Value, labels: Value) -> Value {
    json!({
        "metadata": {"name": name, "ownerReferences": owners, "labels": labels},
        "data": {"theirs": "eWVz"},
    })
}

#[tokio::test]
async fn what_is_nobodys_is_taken_and_nothing_else() {
    let Some(mut world) = World::of::<Heir>("adopt").await else { return };
    let other = world.create_as::<Heir>(heir("other")).await;
    let foreign = world.create_as::<ConfigMap>(json!({"metadata": {"name": "foreign"}})).await;
    let child = json!({"far.example.com/operator": "far-operator", "far.example.com/owner-uid": "u"});
    // A child of a sibling that has lost its reference.
    let lost =
        json!({"heir.kubewright.test/operator": "heir-operator", "heir.kubewright.test/owner-uid": "u"});
    let cases = [
        ("of-another", controller(&other), Value::Null, "it belongs to Heir other"),
        ("of-a-foreigner", controller(&foreign), Value::Null, "it belongs to ConfigMap foreign"),
        ("of-far", Value::Null, child, "by its labels it is a child of far-operator"),
        ("of-a-sibling", Value::Null, lost, "by its labels it is a child of heir-operator"),
    ];
    let mut before = Vec::new();
    for (name, owners, labels, _) in &cases {
        before.push(world.create_as::<Secret>(secret(name, owners.clone(), labels.clone())).await);
        world.create_as::<Heir>(heir(name)).await;
    }
    let nobodys = world.create_as::<Secret>(secret("nobodys", Value::Null, json!({"team": "blue"}))).await;
    let owner = world.create_as::<Heir>(heir("nobodys")).await;
    world.mark().await;
    let running = world.start::<Heir>(()).await;

    world.until_said::<Heir>("nobodys", "Ready", "True/Available").await;
    let taken = world.get::<Secret>("nobodys").await;
    assert_eq!(taken["metadata"]["uid"], nobodys["metadata"]["uid"]);
    assert_eq!(taken["metadata"]["ownerReferences"][0]["uid"], owner["metadata"]["uid"]);
    assert_eq!(taken["data"], json!({"ours": "eWVz", "theirs": "eWVz"}), "what is not sent stays");
    assert_eq!(taken["metadata"]["labels"]["team"], "blue");
    let entries = taken["metadata"]["managedFields"].as_array().unwrap().iter();
    let ours = entries.filter(|entry| entry["manager"] == "heir-operator");
    assert_eq!(ours.map(|entry| entry["operation"].clone()).collect::<Vec<_>>(), ["Apply"]);

    for (name, _, _, holder) in &cases {
        let object = world.until_said::<Heir>(name, "Ready", "False/NameTaken").await;
        let text = message(&object, "Ready");
        assert!(text.contains(&format!("Secret {name}")) && text.contains(holder), "{text}");
    }
    let namespace = world.namespace.name().to_owned();
    let mut writes = world.writes().await;
    writes.retain(|write| write.starts_with(&format!("patch secrets {namespace}/nobodys")));
    let on = |code| format!("patch secrets {namespace}/nobodys {code}");
    assert_eq!(writes, [on(409), on(200)]);
    for ((name, ..), before) in cases.iter().zip(&before) {
        assert_eq!(world.read::<Secret>(name).await.as_ref(), Some(before), "{name}");
        let events = world.until_events(name).await;
        assert!(matches!(&events[..], [(text, 1)] if text.starts_with("NameTaken: ")), "{events:?}");
    }

    // It is a child as any other now: put back, and gone with its owner.
    world.edit::<Secret>("nobodys", json!({"data": {"ours": "bm8="}})).await;
    world.until::<Secret>("nobodys", "put back", |secret| secret["data"]["ours"] == "eWVz").await;
    for name in ["nobodys", "of-a-foreigner", "of-far"] {
        world.delete::<Heir>(name).await;
        world.until_gone::<Heir>(name).await;
    }
    world.until_gone::<Secret>("nobodys").await;
    for name in ["of-a-foreigner", "of-far"] {
        assert!(world.read::<Secret>(name).await.is_some(), "{name}");
    }
    assert!(running.stop().await);
}

#[tokio::test]
async fn orphans_of_an_earlier_owner_are_taken() {
    let Some(world) = World::of::<Heir>("adopt-orphans").await else { return };
    let running = world.start::<Heir>(()).await;
    world.create_as::<Heir>(heir("h")).await;
    world.until_said::<Heir>("h", "Ready", "True/Available").await;
    let first = world.get::<Secret>("h").await;
    let orphan = kube::api::DeleteParams {
        propagation_policy: Some(kube::api::PropagationPolicy::Orphan),
        ..kube::api::DeleteParams::default()
    };
    world.delete_with::<Heir>("h", &orphan).await;
    world.until_gone::<Heir>("h").await;
    let kept = world.get::<Secret>("h").await;
    assert!(kept["metadata"]["ownerReferences"].is_null());
    let owner = world.create_as::<Heir>(heir("h")).await;
    world.until_said::<Heir>("h", "Ready", "True/Available").await;
    let found = world.get::<Secret>("h").await;
    assert_eq!(found["metadata"]["uid"], first["metadata"]["uid"]);
    assert_eq!(found["metadata"]["ownerReferences"][0]["uid"], owner["metadata"]["uid"]);
    assert!(running.stop().await);
}
