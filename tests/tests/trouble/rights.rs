//! Rights that an operator lacks.

use kube::api::PostParams;
use kubewright::k8s::{
    apps::v1::Deployment,
    authentication::v1::TokenRequest,
    core::v1::{Service, ServiceAccount},
    rbac::v1::{Role, RoleBinding},
};
use kubewright_tests::{World, message};
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::{app, services};

/// All that MyApp's operator needs, but for Deployments, for which it has these verbs.
fn rules(deployments: &[&str]) -> Value {
    let rule = |group: &str, resource: &str, verbs: &[&str]| json!({"apiGroups": [group], "resources": [resource], "verbs": verbs});
    json!([
        rule("example.com", "myapps", &["get", "list", "watch", "patch"]),
        rule("example.com", "myapps/status", &["patch"]),
        rule("example.com", "myapps/finalizers", &["update"]),
        rule("", "services", &["get", "list", "watch", "create", "patch", "delete"]),
        rule("", "configmaps", &["list", "watch"]),
        rule("events.k8s.io", "events", &["create", "patch"]),
        rule("apps", "deployments", deployments),
    ])
}

/// A ServiceAccount with a Role, and how to reach the server with its token.
async fn poor(world: &World, deployments: &[&str]) -> kube::Config {
    let namespace = world.namespace.name();
    world.create_as::<ServiceAccount>(json!({"metadata": {"name": "poor"}})).await;
    world.create_as::<Role>(json!({"metadata": {"name": "poor"}, "rules": rules(deployments)})).await;
    world
        .create_as::<RoleBinding>(json!({
            "metadata": {"name": "poor"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "poor"},
            "subjects": [{"kind": "ServiceAccount", "name": "poor", "namespace": namespace}],
        }))
        .await;
    let request: TokenRequest = serde_json::from_value(json!({"spec": {"audiences": []}})).unwrap();
    let accounts = world.api::<ServiceAccount>();
    let token = accounts.create_token_request("poor", &PostParams::default(), &request).await.unwrap();
    let token = token.status.unwrap().token;
    let mut config = world.cluster.config(&world.agent).await.unwrap();
    config.auth_info = serde_json::from_value(json!({"token": token})).unwrap();
    config
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
    let config = poor(&world, &["watch", "patch", "delete"]).await;
    let running = world.manager_of(config).operator::<MyApp>(services()).start().unwrap();
    for name in ["app", "new"] {
        let object = world.until_said::<MyApp>(name, "Ready", "False/CannotList").await;
        let text = message(&object, "Ready");
        let wanted = format!("cannot list deployments.apps in namespace {}: forbidden: ", world.namespace);
        assert!(text.starts_with(&wanted), "{text}");
        let events = world.until_events(name).await;
        let said = |(text, times): &&(String, i32)| text.starts_with("CannotList: ") && *times == 1;
        assert_eq!(events.iter().filter(said).count(), 1, "{events:?}");
    }
    world.quiet(&running).await;
    let mut writes = world.writes().await;
    writes.sort();
    let status = |name| format!("patch example.com/myapps/status {}/{name} 200", world.namespace);
    assert_eq!(writes, [status("app"), status("new")], "nothing applied, nothing pruned, no finalizer");

    // Listed, but not to be created: the other child is made, and those that exist are kept.
    let list = json!({"rules": rules(&["list", "watch", "patch", "delete"])});
    world.edit::<Role>("poor", list).await;
    world.until::<MyApp>("app", "two are ready", |app| app["status"]["readyReplicas"] == 2).await;
    let object = world.until_said::<MyApp>("new", "Ready", "False/Forbidden").await;
    let text = message(&object, "Ready");
    let wanted = format!("no right to create deployments.apps in namespace {}", world.namespace);
    assert!(text.contains("Deployment new") && text.contains(&wanted), "{text}");
    world.until::<Service>("new", "it is there", |_| true).await;
    assert!(world.read::<Deployment>("new").await.is_none());

    let create = json!({"rules": rules(&["list", "watch", "create", "patch", "delete"])});
    world.edit::<Role>("poor", create).await;
    world.until_said::<MyApp>("new", "Ready", "True/Available").await;
    assert!(running.stop().await);
}
