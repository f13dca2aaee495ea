//! Mistakes in what objects say of each other. What the server and its garbage collector make of these is the same in every
//! language.

use kube::api::{Api, DeleteParams, ListParams};
use kubewright::k8s::{
    core::v1::{ConfigMap, Secret},
    events::v1::Event,
    rbac::v1::ClusterRole,
};
use kubewright_tests::{Gadget, eventually};
use serde_json::{Value, json};

use crate::Ground;

/// An owner reference as one writes it by hand.
fn reference(owner: &Value) -> Value {
    json!([{
        "apiVersion": owner["apiVersion"], "kind": owner["kind"], "name": owner["metadata"]["name"],
        "uid": owner["metadata"]["uid"], "controller": true,
    }])
}

/// Waits for the garbage collector's event about an object.
async fn complained_of(ground: &Ground, namespace: &str, name: &str) {
    let events = Api::<Event>::namespaced(ground.client.clone(), namespace);
    eventually("the collector complains", async || {
        let found = events.list(&ListParams::default()).await.unwrap().items;
        let about =
            |event: &&Event| event.regarding.as_ref().is_some_and(|it| it.name.as_deref() == Some(name));
        let reasons: Vec<_> = found.iter().filter(about).filter_map(|event| event.reason.clone()).collect();
        if reasons.iter().any(|reason| reason == "OwnerRefInvalidNamespace") { Ok(()) } else { Err(reasons) }
    })
    .await;
}

#[tokio::test]
async fn a_finalizer_of_one_word_is_taken_with_a_warning() {
    let Some(ground) = Ground::new("finalizers").await else { return };
    ground.world.make::<Gadget>("a", json!({"spec": {}})).await;
    let uri =
        format!("/apis/gadget.kubewright.test/v1/namespaces/{}/gadgets/a", ground.world.namespace.name());
    let patch = async |list: Value| {
        let request = http::Request::patch(&uri).header("content-type", "application/merge-patch+json");
        let body = json!({"metadata": {"finalizers": list}}).to_string().into_bytes();
        ground.client.send(request.body(body.into()).unwrap()).await.unwrap()
    };
    let answer = patch(json!(["cleanup"])).await;
    assert!(answer.status().is_success());
    let warning = answer.headers()["warning"].to_str().unwrap().to_owned();
    assert!(warning.contains("prefer a domain-qualified finalizer name"), "{warning}");
    assert!(patch(json!([])).await.status().is_success());
}

#[tokio::test]
async fn a_child_without_its_owner_reference_stays() {
    let Some(ground) = Ground::new("orphans").await else { return };
    let owner = ground.world.make::<Secret>("owner", json!({})).await;
    let named = json!({"metadata": {"ownerReferences": reference(&owner)}});
    ground.world.make::<ConfigMap>("named", named).await;
    ground.world.make::<ConfigMap>("forgotten", json!({})).await;
    ground.world.delete::<Secret>("owner").await;
    // The collector has been there.
    ground.world.until_gone::<ConfigMap>("named").await;
    assert!(ground.world.read::<ConfigMap>("forgotten").await.is_some());
}

#[tokio::test]
async fn a_cluster_scoped_child_of_a_namespaced_owner_stays() {
    let Some(ground) = Ground::new("scopes").await else { return };
    let name = ground.world.namespace.name().to_owned();
    let owner = ground.world.make::<Secret>("owner", json!({})).await;
    let child = json!({"metadata": {"ownerReferences": reference(&owner)}});
    ground.world.make::<ClusterRole>(&name, child).await;
    ground.world.delete::<Secret>("owner").await;
    complained_of(&ground, "default", &name).await;
    assert!(ground.world.read::<ClusterRole>(&name).await.is_some());
    ground.world.delete_with::<ClusterRole>(&name, &DeleteParams::default()).await;
}

#[tokio::test]
async fn a_child_in_another_namespace_is_deleted_while_its_owner_lives() {
    let Some(ground) = Ground::new("here").await else { return };
    let Some(there) = Ground::new("there").await else { return };
    let owner = ground.world.make::<Secret>("owner", json!({})).await;
    let child = json!({"metadata": {"ownerReferences": reference(&owner)}});
    there.world.make::<ConfigMap>("child", child).await;
    there.world.until_gone::<ConfigMap>("child").await;
    assert!(ground.world.read::<Secret>("owner").await.is_some());
}
