//! Rights that an operator lacks.

use kubewright::k8s::{apps::v1::Deployment, core::v1::Service, rbac::v1::Role};
use kubewright_tests::{World, eventually, message};
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::{app, services};

/// Verbs for what it owns.
const OWN: &[&str] = &["list", "watch", "create", "patch", "delete"];
/// Verbs for what it reads.
const READ: &[&str] = &["list", "watch"];

/// All that MyApp's operator needs, but for Deployments and ConfigMaps, for which it has these verbs.
fn rules(deployments: &[&str], config_maps: &[&str]) -> Value {
    let rule = |group: &str, resource: &str, verbs: &[&str]| json!({"apiGroups": [group], "resources": [resource], "verbs": verbs});
    json!([
        rule("example.com", "myapps", &["get", "list", "watch", "patch"]),
        rule("example.com", "myapps/status", &["patch"]),
        rule("example.com", "myapps/finalizers", &["update"]),
        rule("", "services", &["get", "list", "watch", "create", "patch", "delete"]),
        rule("", "configmaps", config_maps),
        rule("events.k8s.io", "events", &["create", "patch"]),
        rule("apps", "deployments", deployments),
    ])
}

#[tokio::test]
async fn a_missing_right_is_named_and_waited_for() {
    let Some(mut world) = World::of::<MyApp>("rights").await else { return };
    // Its children are there already: what cannot be listed must not read as absent.
    let before = world.start::<MyApp>(services()).await;
    world.create_as::<MyApp>(app("app", 1)).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    assert!(before.stop().await);
    world.edit::<MyApp>("app", json!({"spec": {"replicas": 2, "port": 81}})).await;
    world.create_as::<MyApp>(app("new", 0)).await;

    world.mark().await;
    let config = world.poor(rules(&["patch", "delete"], READ)).await;
    let running = world.manager_of(config).operator::<MyApp>(services()).start().unwrap();
    for name in ["app", "new"] {
        let object = world.until_said::<MyApp>(name, "Ready", "False/CannotList").await;
        let text = message(&object, "Ready");
        let wanted = format!("cannot list deployments.apps in namespace {}: forbidden: ", world.namespace);
        assert!(text.starts_with(&wanted), "{text}");
        let events = world.until_events(name).await;
        let said = |(text, times): &&(String, i32)| text.starts_with("CannotList: ") && *times == 1;
        assert_eq!(events.iter().filter(said).count(), 1, "{events:?}");
        // Nobody has looked at what is wanted now.
        let observed = if name == "app" { json!(1) } else { Value::Null };
        assert_eq!(object["status"]["observedGeneration"], observed);
    }
    world.quiet(&running).await;
    let health = running.health();
    let problems: Vec<_> = health.problems.iter().map(ToString::to_string).collect();
    let named = |text: &str| problems.iter().any(|problem| problem.contains(text));
    let wanted = format!("cannot list deployments.apps in namespace {}: forbidden: ", world.namespace);
    assert!(!health.is_ready() && named(&wanted), "{problems:#?}");
    let mut writes = world.writes().await;
    writes.sort();
    let status = |name| format!("patch example.com/myapps/status {}/{name} 200", world.namespace);
    assert_eq!(writes, [status("app"), status("new")], "nothing applied, nothing pruned, no finalizer");

    // Listed, but not to be created: the other child is made, and those that exist are kept.
    let list = json!({"rules": rules(&["list", "watch", "patch", "delete"], READ)});
    world.edit::<Role>("poor", list).await;
    world.until::<MyApp>("app", "two are ready", |app| app["status"]["readyReplicas"] == 2).await;
    let object = world.until_said::<MyApp>("new", "Ready", "False/Forbidden").await;
    let text = message(&object, "Ready");
    let wanted = format!("no right to create deployments.apps in namespace {}", world.namespace);
    assert!(text.contains("Deployment new") && text.contains(&wanted), "{text}");
    eventually("its health names the right", async || {
        let problems: Vec<_> = running.health().problems.iter().map(ToString::to_string).collect();
        let wanted = format!(
            "myapp-operator: no right to create deployments.apps in namespace {}, which 1 object needs",
            world.namespace
        );
        if problems == [wanted] { Ok(()) } else { Err(problems) }
    })
    .await;
    world.until::<Service>("new", "it is there", |_| true).await;
    assert!(world.read::<Deployment>("new").await.is_none());

    let create = json!({"rules": rules(OWN, READ)});
    world.edit::<Role>("poor", create).await;
    world.until_said::<MyApp>("new", "Ready", "True/Available").await;
    world.quiet(&running).await;
    assert!(running.health().is_ready(), "{:#?}", running.health());
    assert!(running.stop().await);
}

#[tokio::test]
async fn what_cannot_be_read_holds_up_only_those_that_read_it() {
    let Some(mut world) = World::of::<MyApp>("unread").await else { return };
    world.mark().await;
    let config = world.poor(rules(OWN, &["get"])).await;
    let running = world.manager_of(config).operator::<MyApp>(services()).start().unwrap();
    world.create_as::<MyApp>(app("plain", 0)).await;
    let mut reader = app("reader", 0);
    reader["spec"]["configMapRef"] = json!("settings");
    world.create_as::<MyApp>(reader).await;
    world.until_said::<MyApp>("plain", "Ready", "True/Available").await;
    let object = world.until_said::<MyApp>("reader", "Ready", "False/CannotRead").await;
    let text = message(&object, "Ready");
    let wanted = format!("cannot list configmaps in namespace {}: forbidden: ", world.namespace);
    assert!(text.starts_with(&wanted), "{text}");
    world.quiet(&running).await;
    let mut writes = world.writes().await;
    writes.retain(|write| write.contains("/reader "));
    let to = |part: &str| format!("patch example.com/myapps{part} {}/reader 200", world.namespace);
    assert_eq!(writes, [to(""), to("/status")], "its finalizer and what is wrong, and nothing else");

    world.edit::<Role>("poor", json!({"rules": rules(OWN, READ)})).await;
    world.until_said::<MyApp>("reader", "Ready", "True/Available").await;
    assert!(running.stop().await);
}
