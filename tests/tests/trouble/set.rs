//! Sets of children: made, pruned, refused.

use std::time::Duration;

use kubewright::{
    clock::ManualClock,
    k8s::core::v1::{ConfigMap, Service},
};
use kubewright_tests::{Act, Kit, KitSpec, Place, Script, World, message, said};
use serde_json::json;

use crate::ticking::Ticking;

fn kit(spare: bool, parts: &[&str], port: Option<i32>) -> Kit {
    kit_named("kit", spare, parts, port)
}

fn kit_named(name: &str, spare: bool, parts: &[&str], port: Option<i32>) -> Kit {
    let parts = parts.iter().map(ToString::to_string).collect();
    Kit::new(name, KitSpec { spare, parts, port })
}

#[tokio::test]
async fn what_is_no_longer_wanted_is_deleted_once() {
    let Some(mut world) = World::of::<Kit>("prune").await else { return };
    let script = Script::default();
    let running = world.start::<Kit>(script.clone()).await;
    let owner = world.create(&kit(true, &["a", "b", "c"], Some(80))).await;
    world.until_said::<Kit>("kit", "Ready", "True/Available").await;
    for name in ["kit-spare", "a", "b", "c"] {
        let part = world.read::<ConfigMap>(name).await.unwrap();
        assert_eq!(part["metadata"]["ownerReferences"][0]["uid"], owner["metadata"]["uid"]);
    }
    // Of the same names as an entry would make, but nobody's.
    world.create_as::<ConfigMap>(json!({"metadata": {"name": "users"}})).await;

    // When the wish fails, nothing is taken for unwanted.
    script.tell("kit", Place::Desired, Act::Refuse);
    world.mark().await;
    world.edit::<Kit>("kit", json!({"spec": {"spare": false, "parts": ["a", "c"], "port": null}})).await;
    world.until_said::<Kit>("kit", "Ready", "False/Refused").await;
    world.quiet(&running).await;
    let namespace = world.namespace.name().to_owned();
    let status = format!("patch kit.kubewright.test/kits/status {namespace}/kit 200");
    assert_eq!(world.writes().await.join("\n"), status);

    script.clear("kit", Place::Desired);
    world.mark().await;
    world.edit::<Kit>("kit", json!({"spec": {"parts": ["c", "a"]}})).await;
    world.until_said::<Kit>("kit", "Ready", "True/Available").await;
    for name in ["kit-spare", "b"] {
        world.until_gone::<ConfigMap>(name).await;
    }
    world.until_gone::<Service>("kit").await;
    world.quiet(&running).await;
    let mut writes = world.writes().await;
    writes.retain(|write| *write != status);
    writes.sort();
    let deleted = ["configmaps {}/b 200", "configmaps {}/kit-spare 200", "services {}/kit 200"];
    let deleted = deleted.map(|rest| format!("delete {}", rest.replace("{}", &namespace)));
    assert_eq!(writes, deleted);
    for name in ["a", "c", "users"] {
        assert!(world.read::<ConfigMap>(name).await.is_some(), "{name}");
    }

    // It comes back under the same name.
    world.edit::<Kit>("kit", json!({"spec": {"spare": true, "parts": []}})).await;
    world.until::<ConfigMap>("kit-spare", "it is there", |_| true).await;
    world.until_gone::<ConfigMap>("a").await;
    world.until_gone::<ConfigMap>("c").await;
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_set_that_cannot_be_is_refused_with_the_reason() {
    let Some(mut world) = World::of::<Kit>("doubles").await else { return };
    let running = world.start::<Kit>(Script::default()).await;
    world.create(&kit(false, &["a", "b"], None)).await;
    world.until_said::<Kit>("kit", "Ready", "True/Available").await;
    world.quiet(&running).await;
    let rows = [
        (json!(["a", "a"]), "False/DuplicateChild", "two children are both ConfigMap"),
        (json!(["b", ""]), "False/ChildUnnamed", "`parts` has no name"),
        (json!(["b", "Not_Legal"]), "False/ChildNameInvalid", "\"Not_Legal\""),
    ];
    for (parts, said, text) in rows {
        world.mark().await;
        world.edit::<Kit>("kit", json!({"spec": {"parts": parts}})).await;
        let object = world.until_said::<Kit>("kit", "Ready", said).await;
        assert!(message(&object, "Ready").contains(text), "{}", message(&object, "Ready"));
        world.quiet(&running).await;
        let status = format!("patch kit.kubewright.test/kits/status {}/kit 200", world.namespace);
        assert_eq!(world.writes().await, [status], "nothing was made or pruned");
    }
    // The spare's name is made from the entry's, so a part can have it too.
    world.edit::<Kit>("kit", json!({"spec": {"spare": true, "parts": ["kit-spare"]}})).await;
    world.until_said::<Kit>("kit", "Ready", "False/DuplicateChild").await;
    let stats = &running.queues()[0];
    assert_eq!((stats.retries, stats.delayed), (0, 0), "{stats:?}");
    world.edit::<Kit>("kit", json!({"spec": {"spare": true, "parts": ["a"]}})).await;
    world.until_said::<Kit>("kit", "Ready", "True/Available").await;
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_refused_child_holds_up_no_other() {
    let Some(mut world) = World::of::<Kit>("rejected").await else { return };
    let clock = ManualClock::new();
    let running = world.start_at::<Kit>(Script::default(), clock.clone()).await;
    let ticking = Ticking::begin(&clock);
    world.create(&kit(true, &["a"], Some(70_000))).await;
    let object = world.until_said::<Kit>("kit", "Ready", "False/Rejected").await;
    let text = message(&object, "Ready");
    assert!(text.contains("Service kit") && text.contains("spec.ports[0].port"), "{text}");
    for name in ["kit-spare", "a"] {
        world.until::<ConfigMap>(name, "it is there", |_| true).await;
    }
    let events = world.until_events("kit").await;
    assert!(matches!(&events[..], [(text, 1)] if text.starts_with("Rejected: ")), "{events:?}");

    // Tried again at the longest backoff: what is refused now may be allowed some day.
    drop(ticking);
    world.quiet(&running).await;
    world.mark().await;
    clock.advance(Duration::from_secs(800));
    world.quiet(&running).await;
    assert_eq!(world.writes().await, [""; 0]);
    clock.advance(Duration::from_secs(201));
    world.quiet(&running).await;
    assert_eq!(world.writes().await, [format!("patch services {}/kit 422", world.namespace)]);

    // Edited away, it is healed at once.
    world.edit::<Kit>("kit", json!({"spec": {"port": 80}})).await;
    let object = world.until_said::<Kit>("kit", "Ready", "True/Available").await;
    assert_eq!(said(&object, "Progressing"), "False/Settled");

    // A change that is refused leaves the child as it was.
    world.edit::<Kit>("kit", json!({"spec": {"port": 70_001, "parts": ["a", "b"]}})).await;
    let object = world.until_said::<Kit>("kit", "Ready", "False/Rejected").await;
    assert!(message(&object, "Ready").contains("spec.ports[0].port"), "{}", message(&object, "Ready"));
    world.until::<ConfigMap>("b", "it is there", |_| true).await;
    assert_eq!(world.read::<Service>("kit").await.unwrap()["spec"]["ports"][0]["port"], 80);
    assert!(running.stop().await);
}

#[tokio::test]
async fn of_two_owners_that_want_one_child_the_first_has_it() {
    let Some(mut world) = World::of::<Kit>("rivals").await else { return };
    let clock = ManualClock::new();
    let running = world.start_at::<Kit>(Script::default(), clock.clone()).await;
    let ticking = Ticking::begin(&clock);
    let first = world.create(&kit_named("first", false, &["x"], None)).await;
    world.until_said::<Kit>("first", "Ready", "True/Available").await;
    world.create(&kit_named("second", false, &["x", "y"], None)).await;
    let second = world.until_said::<Kit>("second", "Ready", "False/NameTaken").await;
    let text = message(&second, "Ready");
    assert!(text.contains("ConfigMap x") && text.contains("Kit first"), "{text}");
    world.until::<ConfigMap>("y", "it is there", |_| true).await;
    drop(ticking);

    // They do not fight.
    world.quiet(&running).await;
    world.mark().await;
    clock.advance(Duration::from_secs(2000));
    world.quiet(&running).await;
    let refused = format!("patch configmaps {}/x 409", world.namespace);
    assert_eq!(world.writes().await, [refused]);
    let x = world.read::<ConfigMap>("x").await.unwrap();
    assert_eq!(x["metadata"]["ownerReferences"][0]["uid"], first["metadata"]["uid"]);

    // When the first no longer wants it, the second has it.
    let _ticking = Ticking::begin(&clock);
    world.edit::<Kit>("first", json!({"spec": {"parts": []}})).await;
    let second = world.until_said::<Kit>("second", "Ready", "True/Available").await;
    let x = world.read::<ConfigMap>("x").await.unwrap();
    assert_eq!(x["metadata"]["ownerReferences"][0]["uid"], second["metadata"]["uid"]);
    assert!(running.stop().await);
}
