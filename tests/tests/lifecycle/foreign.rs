//! What others put into children, where the operator sends nothing.

use kubewright::k8s::{apps::v1::Deployment, core::v1::Service};
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::lab::{Lab, image, plain, without_status};

fn sidecar() -> Value {
    json!({
        "metadata": {"labels": {"team": "blue"}, "annotations": {"example.org/note": "ours"}},
        "spec": {"minReadySeconds": 0, "revisionHistoryLimit": 3, "template": {
            "metadata": {"annotations": {"example.org/injected": "yes"}},
            "spec": {"containers": [{"name": "sidecar", "image": "proxy:1"}]},
        }},
    })
}

fn has_all(deployment: &Value) {
    assert_eq!(deployment["metadata"]["labels"]["team"], "blue");
    assert_eq!(deployment["metadata"]["annotations"]["example.org/note"], "ours");
    assert_eq!(deployment["spec"]["revisionHistoryLimit"], 3);
    let template = &deployment["spec"]["template"];
    assert_eq!(template["metadata"]["annotations"]["example.org/injected"], "yes");
    assert_eq!(image(deployment, "sidecar"), "proxy:1");
}

#[tokio::test]
async fn what_others_add_stays_and_costs_nothing() {
    let Some(mut lab) = Lab::new("foreign").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;
    lab.world.apply::<Deployment>("injector", "web", None, sidecar()).await;
    let labels = json!({"metadata": {"labels": {"team": "blue"}}, "spec": {"sessionAffinity": "ClientIP"}});
    lab.world.edit::<Service>("web", labels).await;
    lab.fence("web").await;
    lab.settled("web").await;
    // The status follows the rollout of the sidecar, which may race with our touches.
    let sent = lab.world.sent().await;
    assert!(sent.iter().all(|line| line.contains(" myapps")), "{sent:#?}");
    has_all(&lab.world.get::<Deployment>("web").await);

    // Our own next write leaves all of it alone.
    lab.world.mark().await;
    lab.world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28", "port": 81}})).await;
    lab.settled("web").await;
    let deployment = lab.world.get::<Deployment>("web").await;
    has_all(&deployment);
    assert_eq!(image(&deployment, "app"), "nginx:1.28");
    let service = lab.world.get::<Service>("web").await;
    assert_eq!(service["metadata"]["labels"]["team"], "blue");
    assert_eq!(service["spec"]["sessionAffinity"], "ClientIP");
    let sent = lab.world.sent().await;
    let mut writes = without_status(&sent);
    writes.sort_unstable();
    assert_eq!(writes, ["patch deployments web 200", "patch services web 200"], "{sent:#?}");
}

#[tokio::test]
async fn our_part_of_a_child_is_one_apply_entry() {
    let Some(lab) = Lab::new("managed-fields").await else { return };
    lab.app("web", plain()).await;
    lab.world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28", "port": 81}})).await;
    lab.settled("web").await;
    let children = [lab.world.get::<Deployment>("web").await, lab.world.get::<Service>("web").await];
    for child in children {
        assert_eq!(entries(&child, ""), ["Apply"], "{child:#}");
    }
    let app = lab.world.get::<MyApp>("web").await;
    assert_eq!(entries(&app, "status"), ["Apply"], "{app:#}");
    // Finalizers are a list of many writers, which a merge patch changes.
    assert_eq!(entries(&app, ""), ["Update"], "{app:#}");
    let own = app["metadata"]["managedFields"].as_array().unwrap();
    let own = own.iter().find(|e| e["manager"] == "myapp-operator" && e["operation"] == "Update").unwrap();
    let fields = json!({"f:metadata": {"f:finalizers": {".": {}, "v:\"myapp.example.com/finalizer\"": {}}}});
    assert_eq!(own["fieldsV1"], fields);
}

/// Operations of our own entries for a subresource.
fn entries<'a>(object: &'a Value, subresource: &str) -> Vec<&'a str> {
    let all = object["metadata"]["managedFields"].as_array().unwrap().iter();
    let ours = all.filter(|entry| {
        entry["manager"] == "myapp-operator" && entry["subresource"].as_str().unwrap_or("") == subresource
    });
    ours.map(|entry| entry["operation"].as_str().unwrap()).collect()
}
