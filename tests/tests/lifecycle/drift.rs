//! Children that were edited or deleted by hand.

use kube::api::DeleteParams;
use kubewright::k8s::{apps::v1::Deployment, core::v1::Service};
use serde_json::{Value, json};

use crate::lab::{Lab, condition, image, plain, with_image, without_status};

fn port(service: &Value) -> &Value {
    &service["spec"]["ports"][0]["targetPort"]
}

#[tokio::test]
async fn an_edit_is_undone_by_one_write() {
    let Some(mut lab) = Lab::new("drift-edit").await else { return };
    lab.app("web", plain()).await;

    lab.world.mark().await;
    lab.world.edit::<Deployment>("web", with_image("evil:1")).await;
    lab.world.until::<Deployment>("web", "put back", |found| image(found, "app") == "nginx:1.27").await;
    lab.settled("web").await;
    let sent = lab.world.sent().await;
    assert_eq!(without_status(&sent), ["patch deployments web 200"], "{sent:#?}");

    // `kubectl scale deployment web`.
    lab.world.mark().await;
    lab.world.edit_sub::<Deployment>("web", "scale", json!({"spec": {"replicas": 4}})).await;
    lab.world.until::<Deployment>("web", "put back", |found| found["spec"]["replicas"] == 1).await;
    lab.settled("web").await;
    let sent = lab.world.sent().await;
    assert_eq!(without_status(&sent), ["patch deployments web 200"], "{sent:#?}");
}

#[tokio::test]
async fn an_edit_that_leaves_all_ready_costs_no_status() {
    let Some(mut lab) = Lab::new("drift-service").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;
    let ports = json!([{"name": "http", "port": 80, "protocol": "TCP", "targetPort": 1}]);
    lab.world.edit::<Service>("web", json!({"spec": {"ports": ports}})).await;
    lab.world.until::<Service>("web", "put back", |found| port(found) == 8080).await;
    let app = lab.settled("web").await;
    assert_eq!(lab.world.sent().await, ["patch services web 200"]);
    assert_eq!(condition(&app, "Progressing")["status"], "False");
}

#[tokio::test]
async fn a_removed_field_comes_back() {
    let Some(mut lab) = Lab::new("drift-removal").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;
    let labels = json!({"app.kubernetes.io/managed-by": null});
    lab.world.edit::<Service>("web", json!({"metadata": {"labels": labels}})).await;
    let back =
        |found: &Value| found["metadata"]["labels"]["app.kubernetes.io/managed-by"] == "myapp-operator";
    lab.world.until::<Service>("web", "put back", back).await;
    lab.settled("web").await;
    assert_eq!(lab.world.sent().await, ["patch services web 200"]);
}

#[tokio::test]
async fn a_deleted_child_comes_back_by_one_write() {
    let Some(mut lab) = Lab::new("drift-delete").await else { return };
    lab.app("web", plain()).await;
    for params in [DeleteParams::background(), DeleteParams::foreground(), DeleteParams::orphan()] {
        let old = lab.world.get::<Deployment>("web").await["metadata"]["uid"].clone();
        lab.world.mark().await;
        lab.world.delete_with::<Deployment>("web", &params).await;
        let another = |found: &Value| found["metadata"]["uid"] != old;
        lab.world.until::<Deployment>("web", "another Deployment", another).await;
        // Not until it is ready: the Deployment controller may need a minute for a Deployment that comes back before
        // the ReplicaSet of the one before is gone.
        lab.quiet().await;
        lab.fence("web").await;
        let sent = lab.world.sent().await;
        assert_eq!(without_status(&sent), ["patch deployments web 201"], "{params:?} {sent:#?}");
    }
    lab.world.mark().await;
    let old = lab.world.get::<Service>("web").await["metadata"]["uid"].clone();
    lab.world.delete::<Service>("web").await;
    lab.world.until::<Service>("web", "another Service", |found| found["metadata"]["uid"] != old).await;
    lab.quiet().await;
    lab.fence("web").await;
    let sent = lab.world.sent().await;
    assert_eq!(without_status(&sent), ["patch services web 201"], "{sent:#?}");
}

#[tokio::test]
async fn a_child_whose_label_was_removed_is_found_again() {
    let Some(mut lab) = Lab::new("drift-label").await else { return };
    lab.app("web", plain()).await;
    let uid = lab.world.get::<Deployment>("web").await["metadata"]["uid"].clone();
    lab.world.mark().await;
    // The label by which the operator finds its children: without it the watch says that the child is gone.
    lab.world
        .edit::<Deployment>("web", json!({"metadata": {"labels": {"example.com/operator": null}}}))
        .await;
    let back = |found: &Value| found["metadata"]["labels"]["example.com/operator"] == "myapp-operator";
    let found = lab.world.until::<Deployment>("web", "the label is back", back).await;
    assert_eq!(found["metadata"]["uid"], uid, "it is the same Deployment");
    lab.settled("web").await;
    let asked = ["patch deployments web 409", "get deployments web 200", "patch deployments web 200"];
    assert_eq!(lab.world.sent().await, asked);
}

#[tokio::test]
async fn a_child_that_lost_its_labels_and_its_owner_is_known_by_what_was_written() {
    let Some(mut lab) = Lab::new("drift-both").await else { return };
    lab.app("web", plain()).await;
    let before = lab.world.get::<Deployment>("web").await["metadata"].clone();
    lab.world.mark().await;
    let both = json!({"metadata": {"labels": null, "ownerReferences": null}});
    lab.world.edit::<Deployment>("web", both).await;
    let back = |found: &Value| found["metadata"]["ownerReferences"].is_array();
    let after = lab.world.until::<Deployment>("web", "owned again", back).await;
    for field in ["uid", "ownerReferences"] {
        assert_eq!(after["metadata"][field], before[field]);
    }
    for label in ["example.com/entry", "example.com/operator", "example.com/owner-uid"] {
        assert_eq!(after["metadata"]["labels"][label], before["labels"][label]);
    }
    lab.settled("web").await;
    let asked = ["patch deployments web 409", "get deployments web 200", "patch deployments web 200"];
    assert_eq!(without_status(&lab.world.sent().await), asked);
}

#[tokio::test]
async fn a_child_whose_owner_was_removed_is_owned_again() {
    let Some(mut lab) = Lab::new("drift-owner").await else { return };
    lab.app("web", plain()).await;
    let before = lab.world.get::<Deployment>("web").await["metadata"].clone();
    lab.world.mark().await;
    lab.world.edit::<Deployment>("web", json!({"metadata": {"ownerReferences": null}})).await;
    let back = |found: &Value| found["metadata"]["ownerReferences"].is_array();
    let after = lab.world.until::<Deployment>("web", "owned again", back).await;
    assert_eq!(after["metadata"]["ownerReferences"], before["ownerReferences"]);
    assert_eq!(after["metadata"]["uid"], before["uid"]);
    lab.settled("web").await;
    // A reference may be gone because its owner is going with its children left behind: the owner is asked first.
    assert_eq!(lab.world.sent().await, ["get myapps web 200", "patch deployments web 200"]);
}
