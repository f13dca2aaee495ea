//! What is read from the server in another namespace, and what cannot be read while cleaning up.

use kubewright::{
    k8s::{core::v1::Secret, rbac::v1::Role},
    prelude::*,
};
use kubewright_tests::{Place, Script, Trouble, TroubleStatus, World, eventually, message};
use serde_json::{Value, json};

/// An object that keeps a Secret of another namespace in mind until it goes.
#[operator(
    group = "keeper.kubewright.test", version = "v1",
    status = TroubleStatus,
    reads(Secret(live)),
    finalizer = "keeper.kubewright.test/finalizer",
    state = Script,
)]
pub(crate) struct KeeperSpec {
    /// Where the Secret is.
    pub(crate) namespace: String,
}

impl Keeper {
    /// The label `version` of the Secret `s` in the other namespace, and of the one beside the object.
    async fn note(&self, cx: &Context<Self>) {
        let far = cx.live_in::<Secret>(&self.spec.namespace, "s").await;
        let near = cx.live::<Secret>("s").await;
        let version = |secret: Option<std::sync::Arc<Secret>>| {
            let label = secret.and_then(|secret| secret.labels().get("version").cloned());
            label.unwrap_or_else(|| "none".to_owned())
        };
        cx.state().note(&self.name_any(), format!("far {}, near {}", version(far), version(near)));
    }
}

impl Reconcile for Keeper {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<KeeperChildren, Trouble> {
        self.note(cx).await;
        Ok(KeeperChildren {})
    }
}

impl Cleanup for Keeper {
    async fn cleanup(&self, cx: &Context<Self>) -> Result<Cleaned, Trouble> {
        cx.state().note_call(Place::Cleanup, &self.name_any());
        self.note(cx).await;
        Ok(Cleaned::Done)
    }
}

fn keeper(namespace: &str) -> Value {
    json!({"metadata": {"name": "k"}, "spec": {"namespace": namespace}})
}

/// All rights that it needs, but for Secrets, of which it has these verbs.
fn rules(secrets: &[&str]) -> Value {
    let rule = |group: &str, resource: &str, verbs: &[&str]| json!({"apiGroups": [group], "resources": [resource], "verbs": verbs});
    let mut rules = vec![
        rule("keeper.kubewright.test", "keepers", &["get", "list", "watch", "patch"]),
        rule("keeper.kubewright.test", "keepers/status", &["patch"]),
        rule("events.k8s.io", "events", &["create", "patch"]),
    ];
    if !secrets.is_empty() {
        rules.push(rule("", "secrets", secrets));
    }
    json!(rules)
}

#[tokio::test]
async fn a_live_read_finds_what_is_in_the_namespace_that_it_names() {
    let Some(mut world) = World::of::<Keeper>("far").await else { return };
    let far = world.cluster.namespace("far-away").await.unwrap();
    let secret = json!({"metadata": {"name": "s", "namespace": far.name(), "labels": {"version": "v1"}}});
    let api = kube::Api::<Secret>::namespaced(world.client.clone(), far.name());
    api.create(&kube::api::PostParams::default(), &serde_json::from_value(secret).unwrap()).await.unwrap();
    let script = Script::default();
    world.mark().await;
    let running = world.start::<Keeper>(script.clone()).await;
    world.create_as::<Keeper>(keeper(far.name())).await;
    eventually("both were looked for", async || {
        let seen = script.seen("k");
        (seen.last().map(String::as_str) == Some("far v1, near none")).then_some(()).ok_or(seen)
    })
    .await;
    world.until_said::<Keeper>("k", "Ready", "True/Available").await;
    let reads = world.requests().await;
    let of_secrets = reads.iter().filter(|request| request.resource == "secrets");
    let mut places: Vec<_> = of_secrets.map(|r| (r.verb.as_str(), r.namespace.as_str(), r.code)).collect();
    places.sort_unstable();
    places.dedup();
    let mut wanted = [("get", far.name(), 200), ("get", world.namespace.name(), 404)];
    wanted.sort_unstable();
    assert_eq!(places, wanted);
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_cleanup_that_could_not_read_keeps_the_finalizer() {
    let Some(world) = World::of::<Keeper>("keep").await else { return };
    let config = world.poor(rules(&["get"])).await;
    let script = Script::default();
    let running = world.manager_of(config).operator::<Keeper>(script.clone()).start().unwrap();
    world.create_as::<Keeper>(keeper(world.namespace.name())).await;
    world.until_said::<Keeper>("k", "Ready", "True/Available").await;

    world.edit::<Role>("poor", json!({"rules": rules(&[])})).await;
    world.delete::<Keeper>("k").await;
    let object = world.until_said::<Keeper>("k", "Ready", "False/CannotRead").await;
    let wanted = format!("cannot get secrets: no right to get secrets in namespace {}", world.namespace);
    assert!(message(&object, "Ready").starts_with(&wanted), "{}", message(&object, "Ready"));
    assert!(script.calls("k", Place::Cleanup) > 0, "it was called, and said that all is cleaned up");
    let kept = world.read::<Keeper>("k").await.expect("it is still there");
    assert_eq!(kept["metadata"]["finalizers"], json!(["keeper.kubewright.test/finalizer"]));

    world.edit::<Role>("poor", json!({"rules": rules(&["get"])})).await;
    world.until_gone::<Keeper>("k").await;
    assert!(running.stop().await);
}
