//! An operator takes over from an earlier release: from its finalizer, its name, and a kind that it owned.

use std::collections::BTreeMap;

use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};
use kubewright_tests::{Place, Script, Trouble, TroubleStatus, World};
use serde_json::{Value, json};

/// As it was.
mod old {
    use super::*;

    #[operator(
        group = "heir.kubewright.test", version = "v1", name = "ancestor",
        status = TroubleStatus,
        owns(ConfigMap, Secret),
        finalizer = "heir.kubewright.test/old",
        state = Script,
    )]
    pub(crate) struct HeirSpec {}

    impl Reconcile for Heir {
        type Error = Trouble;

        async fn desired(&self, _cx: &Context<Self>) -> Result<HeirChildren, Trouble> {
            let mut config_map = data(&["kept", "dropped"]);
            config_map.metadata.labels = Some([("dropped".to_owned(), "yes".to_owned())].into());
            Ok(HeirChildren { config_map, secret: Secret::default() })
        }
    }

    impl Cleanup for Heir {
        async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Trouble> {
            Ok(Cleaned::Done)
        }
    }
}

/// As it is now.
#[operator(
    group = "heir.kubewright.test", version = "v1", name = "descendant",
    status = TroubleStatus,
    owns(ConfigMap),
    formerly_owns(Secret),
    finalizer = "heir.kubewright.test/new",
    former_finalizers("heir.kubewright.test/old", "cleanup"),
    former_managers("ancestor", "by-hand"),
    state = Script,
)]
pub(crate) struct HeirSpec {}

impl Reconcile for Heir {
    type Error = Trouble;

    async fn desired(&self, _cx: &Context<Self>) -> Result<HeirChildren, Trouble> {
        Ok(HeirChildren { config_map: data(&["kept"]) })
    }
}

impl Cleanup for Heir {
    async fn cleanup(&self, cx: &Context<Self>) -> Result<Cleaned, Trouble> {
        cx.state().note_call(Place::Cleanup, &self.name_any());
        Ok(Cleaned::Done)
    }
}

/// A ConfigMap with these keys.
fn data(keys: &[&str]) -> ConfigMap {
    let data: BTreeMap<String, String> = keys.iter().map(|key| ((*key).to_owned(), "x".to_owned())).collect();
    ConfigMap { data: Some(data), ..ConfigMap::default() }
}

fn heir(name: &str) -> Value {
    json!({"metadata": {"name": name}, "spec": {}})
}

/// Who owns what of an object, one line each.
fn writers(object: &Value) -> Vec<String> {
    let entries = object["metadata"]["managedFields"].as_array().unwrap();
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let line = |entry| {
        format!("{} {} {}", text(entry, "manager"), text(entry, "operation"), text(entry, "subresource"))
    };
    let mut lines: Vec<String> = entries.iter().map(|entry| line(entry).trim_end().to_owned()).collect();
    lines.sort();
    lines
}

#[tokio::test]
async fn fields_of_an_earlier_name_go_when_they_are_dropped() {
    let Some(mut world) = World::of::<Heir>("heir-fields").await else { return };
    let before = world.start::<old::Heir>(Script::default()).await;
    world.create_as::<Heir>(heir("h")).await;
    world.until_said::<Heir>("h", "Ready", "True/Available").await;
    world.until::<Secret>("h", "it is there", |_| true).await;
    assert!(before.stop().await);
    // Somebody else's, which stay.
    world
        .edit::<ConfigMap>("h", json!({"metadata": {"labels": {"foreign": "yes"}}, "data": {"more": "x"}}))
        .await;

    world.mark().await;
    let running = world.start::<Heir>(Script::default()).await;
    world.until_gone::<Secret>("h").await;
    let map = world
        .until::<ConfigMap>("h", "what was dropped is gone", |map| {
            map["data"] == json!({"kept": "x", "more": "x"})
        })
        .await;
    let labels = &map["metadata"]["labels"];
    assert!(labels["dropped"].is_null() && labels["foreign"] == "yes", "{labels}");
    assert_eq!(labels["heir.kubewright.test/operator"], "descendant");
    assert_eq!(writers(&map), ["descendant Apply", "kubectl Update"]);
    world.quiet(&running).await;
    let object = world.read::<Heir>("h").await.unwrap();
    assert!(writers(&object).contains(&"descendant Apply status".to_owned()), "{:?}", writers(&object));
    assert!(!writers(&object).contains(&"ancestor Apply status".to_owned()), "{:?}", writers(&object));
    let mut sent = world.sent().await;
    sent.sort();
    let wanted = [
        "delete secrets h 200",
        "get configmaps h 200",
        "get heirs h 200",
        // The finalizer, and the entries of the status.
        "patch configmaps h 200",
        "patch configmaps h 200",
        "patch heirs h 200",
        "patch heirs h 200",
    ];
    assert_eq!(sent, wanted);

    // And never again.
    assert!(running.stop().await);
    world.mark().await;
    let running = world.start::<Heir>(Script::default()).await;
    world.quiet(&running).await;
    assert_eq!(world.sent().await, [""; 0]);

    let script = Script::default();
    assert!(running.stop().await);
    let running = world.start::<Heir>(script.clone()).await;
    world.delete::<Heir>("h").await;
    world.until_gone::<Heir>("h").await;
    assert_eq!(script.calls("h", Place::Cleanup), 1, "both finalizers go by one patch");
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_child_that_was_written_by_updates_loses_what_is_dropped() {
    let Some(mut world) = World::of::<Heir>("heir-updates").await else { return };
    // One that the earlier release made by POST, without labels.
    let owner = world.create_as::<Heir>(heir("u")).await;
    let child = json!({
        "metadata": {
            "name": "u", "labels": {"mine": "yes"},
            "ownerReferences": [{
                "apiVersion": "heir.kubewright.test/v1", "kind": "Heir", "name": "u", "uid": owner["metadata"]["uid"],
                "controller": true, "blockOwnerDeletion": true,
            }],
        },
        "data": {"kept": "x", "dropped": "x"},
    });
    let api = world.api::<ConfigMap>();
    let params = kube::api::PostParams { field_manager: Some("by-hand".to_owned()), dry_run: false };
    api.create(&params, &serde_json::from_value(child).unwrap()).await.unwrap();

    let running = world.start::<Heir>(Script::default()).await;
    let map =
        world.until::<ConfigMap>("u", "it is ours alone", |map| map["data"] == json!({"kept": "x"})).await;
    assert!(map["metadata"]["labels"]["mine"].is_null(), "{map}");
    assert_eq!(writers(&map), ["descendant Apply"]);
    world.until_said::<Heir>("u", "Ready", "True/Available").await;
    world.quiet(&running).await;

    // By updates under the present name, which an earlier release may have had.
    let params =
        kube::api::PatchParams { field_manager: Some("descendant".to_owned()), ..Default::default() };
    let stale = kube::api::Patch::Merge(json!({"data": {"dropped": "again"}}));
    world.mark().await;
    api.patch("u", &params, &stale).await.unwrap();
    let map =
        world.until::<ConfigMap>("u", "it is ours alone", |map| map["data"] == json!({"kept": "x"})).await;
    assert_eq!(writers(&map), ["descendant Apply"]);
    world.quiet(&running).await;
    assert_eq!(
        world.sent().await,
        ["get configmaps u 200", "patch configmaps u 200", "patch configmaps u 200"]
    );
    assert!(running.stop().await);
}

#[tokio::test]
async fn an_object_that_only_a_former_finalizer_holds_is_cleaned_up_and_goes() {
    let Some(world) = World::of::<Heir>("heir-held").await else { return };
    let mut held = heir("held");
    held["metadata"]["finalizers"] = json!(["heir.kubewright.test/old", "others.kubewright.test/hold"]);
    world.create_as::<Heir>(held).await;
    world.delete::<Heir>("held").await;
    let script = Script::default();
    let running = world.start::<Heir>(script.clone()).await;
    let only_others = json!(["others.kubewright.test/hold"]);
    world
        .until::<Heir>("held", "the former one is gone", |held| held["metadata"]["finalizers"] == only_others)
        .await;
    assert_eq!(script.calls("held", Place::Cleanup), 1);
    world.edit::<Heir>("held", json!({"metadata": {"finalizers": null}})).await;
    world.until_gone::<Heir>("held").await;
    assert!(running.stop().await);
}
