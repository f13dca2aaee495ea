//! What is read from the server each time, and what is watched by its labels.

use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};
use kubewright_tests::{Place, Script, Trouble, TroubleStatus, World, eventually, message};
use serde_json::json;

/// An object that looks at a Secret without keeping it, and at some ConfigMaps.
#[operator(
    group = "viewer.kubewright.test", version = "v1",
    status = TroubleStatus,
    watches(ConfigMap(labels = "app=web,tier!=old")),
    reads(Secret(live)),
    state = Script,
)]
pub(crate) struct ViewerSpec {
    /// A Secret to read.
    pub(crate) secret: String,
}

impl Reconcile for Viewer {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<ViewerChildren, Trouble> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        let secret = cx.live::<Secret>(&self.spec.secret).await;
        let version = secret.and_then(|secret| secret.labels().get("version").cloned());
        let mut seen = vec![version.unwrap_or_else(|| "none".to_owned())];
        seen.extend(cx.list::<ConfigMap>("").iter().map(|found| found.name_any()));
        cx.state().note(&name, seen.join(" "));
        Ok(ViewerChildren {})
    }
}

async fn until_seen(script: &Script, wanted: &str) {
    eventually(&format!("it sees {wanted:?}"), async || {
        let seen = script.seen("v");
        (seen.last().map(String::as_str) == Some(wanted)).then_some(()).ok_or(seen)
    })
    .await;
}

#[tokio::test]
async fn a_live_read_is_one_request_and_wakes_nobody() {
    let Some(mut world) = World::of::<Viewer>("live").await else { return };
    let script = Script::default();
    let running = world.start::<Viewer>(script.clone()).await;
    world.create_as::<Viewer>(json!({"metadata": {"name": "v"}, "spec": {"secret": "s"}})).await;
    until_seen(&script, "none").await;
    world.until_said::<Viewer>("v", "Ready", "True/Available").await;
    world.quiet(&running).await;
    let kept = world
        .requests()
        .await
        .iter()
        .filter(|request| request.resource == "secrets")
        .any(|request| request.is_list_or_watch());
    assert!(!kept, "nothing is kept of Secrets");

    let before = script.calls("v", Place::Desired);
    let secret = |version: &str| json!({"metadata": {"name": "s", "labels": {"version": version}}});
    world.create_as::<Secret>(secret("v1")).await;
    world.edit::<Secret>("s", secret("v2")).await;
    world.quiet(&running).await;
    assert_eq!(script.calls("v", Place::Desired), before);
    world.mark().await;
    world.edit::<Viewer>("v", json!({"metadata": {"labels": {"look": "again"}}})).await;
    until_seen(&script, "v2").await;
    world.quiet(&running).await;
    assert_eq!(world.sent().await, ["get secrets s 200"]);
    assert!(running.stop().await);
}

#[tokio::test]
async fn only_what_has_the_labels_is_seen_and_losing_them_is_a_change() {
    let Some(mut world) = World::of::<Viewer>("labels").await else { return };
    let script = Script::default();
    let running = world.start::<Viewer>(script.clone()).await;
    world.create_as::<Viewer>(json!({"metadata": {"name": "v"}, "spec": {"secret": "s"}})).await;
    until_seen(&script, "none").await;
    world.until_said::<Viewer>("v", "Ready", "True/Available").await;
    let map = |name: &str, labels| json!({"metadata": {"name": name, "labels": labels}});
    world.create_as::<ConfigMap>(map("a", json!({"app": "web"}))).await;
    until_seen(&script, "none a").await;
    world.quiet(&running).await;
    let before = script.calls("v", Place::Desired);
    world.create_as::<ConfigMap>(map("b", json!({"app": "other"}))).await;
    world.create_as::<ConfigMap>(map("c", json!({"app": "web", "tier": "old"}))).await;
    world.quiet(&running).await;
    assert_eq!(script.calls("v", Place::Desired), before, "others are not even watched");
    world.edit::<ConfigMap>("b", json!({"metadata": {"labels": {"app": "web"}}})).await;
    until_seen(&script, "none a b").await;
    world.edit::<ConfigMap>("a", json!({"metadata": {"labels": {"tier": "old"}}})).await;
    until_seen(&script, "none b").await;
    let lists = world.requests().await;
    let of_maps = lists.iter().filter(|request| request.resource == "configmaps");
    assert!(of_maps.clone().count() > 0 && of_maps.clone().all(|request| request.is_list_or_watch()));
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_live_read_without_the_right_to_it_is_named() {
    let Some(world) = World::of::<Viewer>("live-rights").await else { return };
    let rule = |group: &str, resource: &str, verbs: &[&str]| json!({"apiGroups": [group], "resources": [resource], "verbs": verbs});
    let rules = json!([
        rule("viewer.kubewright.test", "viewers", &["list", "watch"]),
        rule("viewer.kubewright.test", "viewers/status", &["patch"]),
        rule("", "configmaps", &["list", "watch"]),
        rule("events.k8s.io", "events", &["create", "patch"]),
    ]);
    let config = world.poor(rules).await;
    let running = world.manager_of(config).operator::<Viewer>(Script::default()).start().unwrap();
    world.create_as::<Viewer>(json!({"metadata": {"name": "v"}, "spec": {"secret": "s"}})).await;
    let object = world.until_said::<Viewer>("v", "Ready", "False/CannotRead").await;
    let text = message(&object, "Ready");
    let wanted = format!("cannot get secrets: no right to get secrets in namespace {}", world.namespace);
    assert!(text.starts_with(&wanted), "{text}");
    assert!(running.stop().await);
}
