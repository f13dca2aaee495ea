//! Children that are kept.

use std::{collections::BTreeMap, convert::Infallible};

use kubewright::{
    k8s::{
        apps::v1::{Deployment, DeploymentSpec},
        core::v1::{ConfigMap, Container, PodSpec, PodTemplateSpec},
        meta::v1::LabelSelector,
    },
    prelude::*,
};
use kubewright_tests::{TroubleStatus, World};
use serde_json::{Value, json};

/// An object whose data must not go with it.
#[operator(
    group = "vault.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(config: ConfigMap, data: Deployment(retain), backups: Vec<ConfigMap>(retain)),
    finalizer = "vault.kubewright.test/finalizer",
)]
pub(crate) struct VaultSpec {
    /// Names of the backups.
    pub(crate) backups: Vec<String>,
}

impl Reconcile for Vault {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<VaultChildren, Infallible> {
        Ok(VaultChildren {
            config: ConfigMap::default(),
            data: data(&self.name_any()),
            backups: self.spec.backups.iter().map(|name| backup(name)).collect(),
        })
    }

    /// Ten for each backup that is there, and one for each ready pod.
    async fn observe(
        &self,
        _cx: &Context<Self>,
        seen: &VaultObserved,
        status: &mut TroubleStatus,
    ) -> Result<Action, Infallible> {
        status.value =
            10 * i64::try_from(seen.backups.len()).unwrap() + i64::from(seen.data.replicas().ready);
        Ok(Action::await_change())
    }
}

impl Cleanup for Vault {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Infallible> {
        Ok(Cleaned::Done)
    }
}

/// A Deployment in place of a volume: it becomes ready by itself, and nobody but its watch tells of that.
fn data(name: &str) -> Deployment {
    let labels = BTreeMap::from([("vault".to_owned(), name.to_owned())]);
    let container =
        Container { name: "data".to_owned(), image: Some("data:1".to_owned()), ..Container::default() };
    Deployment {
        spec: Some(DeploymentSpec {
            replicas: Some(1),
            selector: LabelSelector { match_labels: Some(labels.clone()), ..LabelSelector::default() },
            template: PodTemplateSpec {
                metadata: Some(ObjectMeta { labels: Some(labels), ..ObjectMeta::default() }),
                spec: Some(PodSpec { containers: vec![container], ..PodSpec::default() }),
            },
            ..DeploymentSpec::default()
        }),
        ..Deployment::default()
    }
}

fn backup(name: &str) -> ConfigMap {
    let metadata = ObjectMeta { name: Some(name.to_owned()), ..ObjectMeta::default() };
    ConfigMap {
        metadata,
        data: Some(BTreeMap::from([("kept".to_owned(), "yes".to_owned())])),
        ..ConfigMap::default()
    }
}

fn vault(backups: &[&str]) -> Value {
    json!({"metadata": {"name": "v"}, "spec": {"backups": backups}})
}

const UID: &str = "vault.kubewright.test/owner-uid";

#[tokio::test]
async fn a_retained_child_is_kept_and_found_again() {
    let Some(mut world) = World::of::<Vault>("retain").await else { return };
    let running = world.start::<Vault>(()).await;
    let owner = world.create_as::<Vault>(vault(&["a"])).await;
    // Its own controller makes the Deployment ready: the owner is woken, though no reference leads to it.
    world.until::<Vault>("v", "its pod is seen", |vault| vault["status"]["value"] == 11).await;
    world.until_said::<Vault>("v", "Ready", "True/Available").await;
    let first = world.get::<Deployment>("v-data").await;
    assert!(first["metadata"]["ownerReferences"].is_null(), "{first:#}");
    assert_eq!(first["metadata"]["annotations"]["vault.kubewright.test/owner"], "Vault/v");
    assert_eq!(first["metadata"]["labels"][UID], owner["metadata"]["uid"]);
    let config = world.get::<ConfigMap>("v-config").await;
    assert_eq!(config["metadata"]["ownerReferences"][0]["uid"], owner["metadata"]["uid"]);

    // Drift is put back with one write.
    world.quiet(&running).await;
    world.mark().await;
    world.edit::<ConfigMap>("a", json!({"data": {"kept": "no"}})).await;
    world.until::<ConfigMap>("a", "put back", |backup| backup["data"]["kept"] == "yes").await;
    // One that has lost all our marks is found by what it says itself, or by what we wrote.
    let bare = json!({"metadata": {"labels": null}});
    world.edit::<ConfigMap>("a", bare).await;
    let marked = |backup: &Value| backup["metadata"]["labels"][UID] == owner["metadata"]["uid"];
    world.until::<ConfigMap>("a", "marked again", marked).await;
    // One that is wanted no more stays, and is still seen.
    world.edit::<Vault>("v", json!({"spec": {"backups": ["b"]}})).await;
    world.until::<Vault>("v", "both are seen", |vault| vault["status"]["value"] == 21).await;
    world.quiet(&running).await;
    let mut writes = world.writes().await;
    writes.retain(|write| !write.contains("/status "));
    let namespace = world.namespace.name().to_owned();
    let on = |name: &str, code: u16| format!("patch configmaps {namespace}/{name} {code}");
    assert_eq!(writes, [on("a", 200), on("a", 409), on("a", 200), on("b", 201)]);

    // A restart writes nothing.
    assert!(running.stop().await);
    world.mark().await;
    let running = world.start::<Vault>(()).await;
    world.quiet(&running).await;
    assert_eq!(world.sent().await, Vec::<String>::new());

    // The owner goes, and they stay.
    world.delete::<Vault>("v").await;
    world.until_gone::<Vault>("v").await;
    world.until_gone::<ConfigMap>("v-config").await;
    let kept = world.get::<Deployment>("v-data").await;
    assert_eq!(kept["metadata"]["uid"], first["metadata"]["uid"]);
    let a = world.get::<ConfigMap>("a").await;

    // A new owner of the name has them again.
    world.mark().await;
    let owner = world.create_as::<Vault>(vault(&["a"])).await;
    world.until::<Vault>("v", "its pod is seen", |vault| vault["status"]["value"] == 11).await;
    world.until_said::<Vault>("v", "Ready", "True/Available").await;
    for (found, before) in
        [(world.get::<Deployment>("v-data").await, &kept), (world.get::<ConfigMap>("a").await, &a)]
    {
        assert_eq!(found["metadata"]["uid"], before["metadata"]["uid"]);
        assert_eq!(found["metadata"]["labels"][UID], owner["metadata"]["uid"]);
    }
    // That of another wish is nobody's business until somebody wants it.
    assert_ne!(world.get::<ConfigMap>("b").await["metadata"]["labels"][UID], owner["metadata"]["uid"]);
    world.quiet(&running).await;
    let mut writes = world.writes().await;
    writes.retain(|write| !write.contains("vaults"));
    writes.sort();
    let data = format!("patch apps/deployments {namespace}/v-data 200");
    assert_eq!(writes, [data, on("a", 200), on("v-config", 201)]);
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_retained_child_of_somebody_else_is_not_taken() {
    let Some(mut world) = World::of::<Vault>("retain-other").await else { return };
    // By hand, and by another vault's marks.
    world.create_as::<ConfigMap>(json!({"metadata": {"name": "a"}, "data": {"of": "mine"}})).await;
    let marks = json!({
        "name": "b", "annotations": {"vault.kubewright.test/owner": "Vault/other"},
        "labels": {"vault.kubewright.test/operator": "vault-operator", UID: "u", "vault.kubewright.test/entry": "backups"},
    });
    world.create_as::<ConfigMap>(json!({"metadata": marks, "data": {"of": "mine"}})).await;
    world.mark().await;
    let running = world.start::<Vault>(()).await;
    world.create_as::<Vault>(vault(&["a", "b"])).await;
    world.until_said::<Vault>("v", "Ready", "False/NameTaken").await;
    world.until::<Vault>("v", "its pod is seen", |vault| vault["status"]["value"] == 1).await;
    let writes = world.writes().await;
    assert!(
        writes
            .iter()
            .filter(|write| write.contains("/a ") || write.contains("/b "))
            .all(|w| w.ends_with(" 409"))
    );
    for name in ["a", "b"] {
        assert_eq!(world.get::<ConfigMap>(name).await["data"], json!({"of": "mine"}), "{name}");
    }
    assert!(running.stop().await);
}
