//! An edited spec.

use kubewright::k8s::apps::v1::Deployment;
use myapp_operator::MyApp;
use serde_json::json;

use crate::lab::{Lab, condition, image, plain, status_writes, without_status};

#[tokio::test]
async fn writes_the_child_that_differs_and_no_other() {
    let Some(mut lab) = Lab::new("update").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;

    lab.world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28"}})).await;
    let app = lab.settled("web").await;
    assert_eq!(app["metadata"]["generation"], 2);
    assert_eq!(app["status"]["observedGeneration"], 2);
    for type_ in ["Ready", "Progressing"] {
        assert_eq!(condition(&app, type_)["observedGeneration"], 2, "{type_}");
    }
    assert_eq!(image(&lab.world.get::<Deployment>("web").await, "app"), "nginx:1.28");

    let sent = lab.world.sent().await;
    assert_eq!(without_status(&sent), ["patch deployments web 200"], "{sent:#?}");
    // Not ready while the pods are replaced, then ready, and a number in between at most.
    assert!((1..=3).contains(&status_writes(&sent)), "{sent:#?}");
}

#[tokio::test]
async fn of_replicas_shows_in_the_status() {
    let Some(mut lab) = Lab::new("update-replicas").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;
    // Through the scale subresource, as `kubectl scale` and autoscalers do.
    lab.world.edit_sub::<MyApp>("web", "scale", json!({"spec": {"replicas": 3}})).await;
    let app = lab.settled("web").await;
    assert_eq!(app["spec"]["replicas"], 3);
    for field in ["replicas", "readyReplicas", "availableReplicas"] {
        assert_eq!(app["status"][field], 3, "{field}");
    }
    let sent = lab.world.sent().await;
    assert_eq!(without_status(&sent), ["patch deployments web 200"], "{sent:#?}");
}

#[tokio::test]
async fn of_nothing_that_a_child_shows_writes_the_status_alone() {
    let Some(mut lab) = Lab::new("update-nothing").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;
    // The default, written out.
    lab.world.edit::<MyApp>("web", json!({"spec": {"port": 8080}})).await;
    let app = lab.settled("web").await;
    assert_eq!(app["status"]["observedGeneration"], 2);
    assert_eq!(lab.world.sent().await, ["patch myapps/status web 200"]);
}
