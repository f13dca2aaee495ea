//! Objects of strangers that have a child's name.

use std::time::Duration;

use kubewright::{
    clock::ManualClock,
    k8s::core::v1::{ConfigMap, Service},
};
use kubewright_tests::{World, eventually, message, said};
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::{app, services, ticking::Ticking};

/// A Service that somebody made.
fn service(name: &str, owner: Option<&Value>) -> Value {
    let owners = owner.map(|owner| {
        json!([{
            "apiVersion": owner["apiVersion"], "kind": owner["kind"], "controller": true,
            "name": owner["metadata"]["name"], "uid": owner["metadata"]["uid"],
        }])
    });
    json!({
        "metadata": {"name": name, "ownerReferences": owners},
        "spec": {"ports": [{"port": 81}]},
    })
}

#[tokio::test]
async fn a_strangers_object_is_left_alone() {
    let Some(mut world) = World::of::<MyApp>("strangers").await else { return };
    let clock = ManualClock::new();
    let other = world.create_as::<MyApp>(app("other", 0)).await;
    let foreign = world.create_as::<ConfigMap>(json!({"metadata": {"name": "foreign"}})).await;
    let cases = [
        ("by-hand", None, "kubectl"),
        ("of-another", Some(&other), "MyApp other"),
        ("of-a-foreigner", Some(&foreign), "ConfigMap foreign"),
    ];
    let mut before = Vec::new();
    for (name, owner, _) in &cases {
        before.push(world.create_as::<Service>(service(name, *owner)).await);
        world.create_as::<MyApp>(app(name, 1)).await;
    }
    let running = world.start_at::<MyApp>(services(), clock.clone()).await;
    let ticking = Ticking::begin(&clock);

    for (name, _, holder) in &cases {
        let object = world.until_said::<MyApp>(name, "Ready", "False/NameTaken").await;
        let text = message(&object, "Ready");
        assert!(text.contains(&format!("Service {name}")) && text.contains(holder), "{text}");
        // The other child was made, and what it does is told.
        world.until::<MyApp>(name, "its pod is ready", |app| app["status"]["readyReplicas"] == 1).await;
        // Nothing moves any more, and what is said of that does not contradict the rest.
        let object = world.until_said::<MyApp>(name, "Progressing", "False/NameTaken").await;
        assert_eq!(message(&object, "Progressing"), text);
    }
    world.until_said::<MyApp>("other", "Ready", "True/Available").await;
    drop(ticking);
    world.quiet(&running).await;
    // They are looked at again and again, and nothing else is said or done.
    world.mark().await;
    for _ in 0..3 {
        let starts = running.queues()[0].starts;
        clock.advance(Duration::from_secs(2000));
        eventually("all three were tried again", async || {
            let now = running.queues()[0].starts;
            (now >= starts + 3).then_some(()).ok_or(now)
        })
        .await;
        world.quiet(&running).await;
    }
    let writes = world.writes().await;
    assert!(!writes.is_empty() && writes.iter().all(|write| write.ends_with(" 409")), "{writes:#?}");
    for ((name, ..), before) in cases.iter().zip(&before) {
        assert_eq!(world.read::<Service>(name).await.as_ref(), Some(before), "{name}");
        let events = world.events(name).await;
        assert!(matches!(&events[..], [(text, 1)] if text.starts_with("NameTaken: ")), "{events:?}");
    }

    // The strangers go, and the children come.
    for (name, ..) in &cases {
        world.delete::<Service>(name).await;
    }
    clock.advance(Duration::from_secs(2000));
    let _ticking = Ticking::begin(&clock);
    for (name, ..) in &cases {
        let object = world.until_said::<MyApp>(name, "Ready", "True/Available").await;
        let service = world.read::<Service>(name).await.unwrap();
        assert_eq!(service["metadata"]["ownerReferences"][0]["uid"], object["metadata"]["uid"]);
        assert_eq!(said(&object, "Invalid"), "");
    }
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_foreigners_object_outlives_the_owner() {
    let Some(world) = World::of::<MyApp>("outlives").await else { return };
    let before = world.create_as::<Service>(service("app", None)).await;
    let running = world.start::<MyApp>(services()).await;
    world.create_as::<MyApp>(app("app", 0)).await;
    world.until_said::<MyApp>("app", "Ready", "False/NameTaken").await;
    world.delete::<MyApp>("app").await;
    world.until_gone::<MyApp>("app").await;
    world.until_gone::<kubewright::k8s::apps::v1::Deployment>("app").await;
    assert_eq!(world.read::<Service>("app").await, Some(before));
    assert!(running.stop().await);
}
