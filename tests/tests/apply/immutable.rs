//! Children that cannot be changed, and are made anew.

use kube::Resource;
use kubewright::{
    k8s::{
        apps::v1::{Deployment, StatefulSet},
        batch::v1::Job,
        core::v1::{Pod, Service},
    },
    object::Scoped,
};
use serde_json::{Value, json};

use crate::mirror::{Lab, deployment};

async fn remade<K>(lab: &mut Lab, entry: &str, change: Value) -> Value
where
    K: Resource<DynamicType = ()>,
    K::Scope: Scoped,
{
    let name = format!("m-{entry}");
    let old = lab.world.until::<K>(&name, "created", |_| true).await["metadata"]["uid"].clone();
    lab.seen().await;
    lab.world.mark().await;
    lab.world.edit::<crate::mirror::Mirror>("m", json!({"spec": {"children": {entry: change}}})).await;
    let found = lab.world.until::<K>(&name, "made anew", |found| found["metadata"]["uid"] != old).await;
    lab.seen().await;
    let events = lab.world.events("m").await;
    assert!(events.iter().any(|(text, _)| text.starts_with("Recreating: ")), "{events:?}");
    assert!(!events.iter().any(|(text, _)| text.contains("NameTaken")), "{events:?}");
    found
}

fn codes(sent: &[String]) -> Vec<&str> {
    sent.iter().map(|line| line.split_once(' ').unwrap().0).collect()
}

#[tokio::test]
async fn a_deployment_with_another_selector_is_made_anew() {
    let Some(mut lab) = Lab::new("remade").await else { return };
    lab.mirror(json!({"remade": deployment(json!({}))})).await;
    let labels = json!({"app": "y"});
    let change = json!({"spec": {
        "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}},
    }});
    let found = remade::<Deployment>(&mut lab, "remade", change).await;
    assert_eq!(found["spec"]["selector"]["matchLabels"], labels);
    // Refused, tried out, deleted, created.
    let sent = lab.sent().await;
    assert_eq!(codes(&sent), ["patch", "create", "delete", "patch"], "{sent:?}");
    assert!(sent[1].ends_with(" 409") && sent[3].ends_with(" 201"), "{sent:?}");

    // One that could not be created either is not deleted.
    lab.world.mark().await;
    let bad = json!({"remade": {"spec": {"selector": {"matchLabels": {"app": "z"}}}}});
    lab.edit(bad).await;
    let said = lab.world.until_said::<crate::mirror::Mirror>("m", "Ready", "False/Rejected").await;
    assert!(kubewright_tests::message(&said, "Ready").contains("spec."), "{said}");
    let uid = lab.world.get::<Deployment>("m-remade").await["metadata"]["uid"].clone();
    assert_eq!(uid, found["metadata"]["uid"]);
    let sent = lab.sent().await;
    assert_eq!(codes(&sent), ["patch", "create"], "{sent:?}");
    assert!(lab.running.stop().await);
}

#[tokio::test]
async fn jobs_and_services_are_made_anew() {
    let Some(mut lab) = Lab::new("remade-others").await else { return };
    let template = |image: &str| json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "app", "image": image}]}});
    lab.mirror(json!({
        "job": {"metadata": {}, "spec": {"suspend": true, "template": template("one:1")}},
        "front": {"metadata": {}, "spec": {"ports": [{"port": 80}]}},
    }))
    .await;
    let found = remade::<Job>(&mut lab, "job", json!({"spec": {"template": template("two:2")}})).await;
    assert_eq!(found["spec"]["template"]["spec"]["containers"][0]["image"], "two:2");
    let found = remade::<Service>(&mut lab, "front", json!({"spec": {"clusterIP": "None"}})).await;
    assert_eq!(found["spec"]["clusterIP"], "None");
    assert!(lab.running.stop().await);
}

#[tokio::test]
async fn a_stateful_set_is_made_anew_around_its_pods() {
    let Some(mut lab) = Lab::new("remade-set").await else { return };
    let template = json!({
        "metadata": {"labels": {"app": "x"}},
        "spec": {"terminationGracePeriodSeconds": 0, "containers": [{"name": "app", "image": "nginx:1.27"}]},
    });
    let set = json!({"metadata": {}, "spec": {
        "replicas": 1, "serviceName": "one", "selector": {"matchLabels": {"app": "x"}}, "template": template,
    }});
    lab.mirror(json!({"set": set})).await;
    let pod = lab.world.until::<Pod>("m-set-0", "it runs", |pod| pod["status"]["phase"] == "Running").await;
    let found =
        remade::<StatefulSet>(&mut lab, "set", json!({"spec": {"podManagementPolicy": "Parallel"}})).await;
    assert_eq!(found["spec"]["podManagementPolicy"], "Parallel");
    let adopted = |now: &Value| now["metadata"]["ownerReferences"][0]["uid"] == found["metadata"]["uid"];
    let after = lab.world.until::<Pod>("m-set-0", "adopted", adopted).await;
    assert_eq!(after["metadata"]["uid"], pod["metadata"]["uid"]);
    assert!(lab.running.stop().await);
}
