//! `metadata_only`: what is fetched, cached and read of objects that are large or secret.

use std::convert::Infallible;

use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    object::Kind,
    prelude::*,
};
use kubewright_tests::{Place, Script, World, eventually};
use serde_json::json;

/// An object that knows of a Secret what stands outside.
#[operator(
    group = "porter.kubewright.test", version = "v1", state = Script,
    owns(Option<ConfigMap>), watches(Secret(metadata_only, on(labels, annotations)), ConfigMap(metadata_only)),
)]
pub(crate) struct PorterSpec {}

impl Reconcile for Porter {
    type Error = Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<PorterChildren, Infallible> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        let mark =
            |metadata: &ObjectMeta| metadata.annotations.as_ref().and_then(|all| all.get("mark").cloned());
        let letter = cx.metadata::<Secret>("letter").map(|found| mark(&found).unwrap_or_default());
        let parcels = cx.list_metadata::<Secret>("parcel").len();
        // Of the child there is a whole cache, too.
        let child = cx.get::<ConfigMap>(&name).and_then(|child| child.data.clone()?.remove("k"));
        let known = cx.metadata::<ConfigMap>(&name).is_some();
        cx.state().note(&name, format!("{letter:?} {parcels} {child:?} {known}"));
        let data = Some([("k".to_owned(), "v".to_owned())].into());
        Ok(PorterChildren { config_map: Some(ConfigMap { data, ..ConfigMap::default() }) })
    }
}

#[tokio::test]
async fn of_a_kind_with_metadata_only_nothing_else_is_fetched_or_kept() {
    let Some(mut world) = World::of::<Porter>("thrifty").await else { return };
    let secret = |name: &str| json!({"metadata": {"name": name, "annotations": {"mark": "1"}}, "stringData": {"k": "unspeakable"}});
    world.create_as::<Secret>(secret("letter")).await;
    let script = Script::default();
    world.mark().await;
    let running = world.start::<Porter>(script.clone()).await;
    world.create_as::<Porter>(json!({"metadata": {"name": "gate"}, "spec": {}})).await;
    let until = async |wanted: &str| {
        eventually(&format!("it sees {wanted}"), async || {
            let seen = script.seen("gate");
            if seen.last().is_some_and(|seen| seen == wanted) { Ok(()) } else { Err(seen) }
        })
        .await;
    };
    let calls = || script.calls("gate", Place::Desired);
    until(r#"Some("1") 0 Some("v") true"#).await;
    world.quiet(&running).await;
    let cached = |name: &str| {
        let key = ObjectKey::namespaced(world.namespace.name(), name);
        running.cached(&Kind::of::<Secret>(), &key).unwrap()
    };
    let body = cached("letter").body().to_owned();
    assert!(
        body.contains("mark") && !body.contains("data\":{\"k") && !body.contains("managedFields"),
        "{body}"
    );

    // A change of what is not seen is one of nothing that is named; the others wake.
    let before = calls();
    let edited = world.edit::<Secret>("letter", json!({"stringData": {"k": "unspeakable, too"}})).await;
    eventually("the edit is seen", async || {
        let seen = cached("letter").meta().resource_version.clone();
        if edited["metadata"]["resourceVersion"] == *seen { Ok(()) } else { Err(seen) }
    })
    .await;
    world.quiet(&running).await;
    assert_eq!(calls(), before);
    world.edit::<Secret>("letter", json!({"metadata": {"annotations": {"mark": "2"}}})).await;
    until(r#"Some("2") 0 Some("v") true"#).await;
    world.create_as::<Secret>(secret("parcel")).await;
    world.edit::<Secret>("parcel", json!({"metadata": {"labels": {"parcel": "yes"}}})).await;
    until(r#"Some("2") 1 Some("v") true"#).await;
    world.delete::<Secret>("letter").await;
    until(r#"None 1 Some("v") true"#).await;

    // One watch for each: children whole, all ConfigMaps and Secrets as metadata.
    let requests = world.requests().await;
    let mut lists: Vec<_> =
        requests.iter().filter(|request| request.is_list()).map(|request| &*request.resource).collect();
    lists.sort_unstable();
    assert_eq!(lists, ["configmaps", "configmaps", "porters", "secrets"]);
    assert!(running.stop().await);
}
