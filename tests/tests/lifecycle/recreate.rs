//! A MyApp that is deleted and created again while its children are still there.

use kubewright::k8s::apps::v1::Deployment;
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::lab::{Lab, condition, plain};

#[tokio::test]
async fn is_not_ready_by_the_children_of_the_one_before() {
    let Some(mut lab) = Lab::new("recreate").await else { return };
    let old = lab.app("web", plain()).await;
    // The garbage collector cannot finish with the Deployment yet.
    lab.world.edit::<Deployment>("web", json!({"metadata": {"finalizers": ["example.org/hold"]}})).await;
    lab.fence("web").await;
    lab.world.delete::<MyApp>("web").await;
    lab.world.until_gone::<MyApp>("web").await;
    lab.world.mark().await;
    let new = lab.world.make::<MyApp>("web", json!({"spec": plain()})).await;
    assert_ne!(new["metadata"]["uid"], old["metadata"]["uid"]);
    let said = |app: &Value| condition(app, "Ready")["status"].is_string();
    let app = lab.world.until::<MyApp>("web", "a first word", said).await;
    assert_eq!(condition(&app, "Ready")["status"], "False", "{app:#}");
    assert_eq!(condition(&app, "Progressing")["status"], "True", "{app:#}");
    assert_eq!(app["status"]["readyReplicas"], 0, "{app:#}");
    let owner = |deployment: &Value| deployment["metadata"]["ownerReferences"][0]["uid"].clone();
    assert_eq!(
        owner(&lab.world.get::<Deployment>("web").await),
        old["metadata"]["uid"],
        "nothing is taken over"
    );

    lab.world.edit::<Deployment>("web", json!({"metadata": {"finalizers": []}})).await;
    // Whether its pods come soon is up to the Deployment controller, which still finds the old ReplicaSet.
    let ours = |deployment: &Value| owner(deployment) == new["metadata"]["uid"];
    lab.world.until::<Deployment>("web", "a Deployment of the new one", ours).await;
    lab.quiet().await;
    lab.fence("web").await;
    let sent = lab.world.sent().await;
    let created = |line: &&String| *line == "patch deployments web 201";
    assert_eq!(sent.iter().filter(created).count(), 1, "{sent:#?}");
}
