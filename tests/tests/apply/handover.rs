//! Replicas that an operator leaves to an autoscaler, and takes back.

use kubewright::k8s::apps::v1::Deployment;
use serde_json::{Value, json};

use crate::{
    mirror::{Lab, deployment},
    stream::Values,
};

const NAME: &str = "m-main";

fn managers(object: &Value, path: &str) -> Vec<String> {
    let entries = object["metadata"]["managedFields"].as_array().unwrap();
    let has = |entry: &&Value| entry["fieldsV1"].pointer(path).is_some();
    entries.iter().filter(has).map(|entry| entry["manager"].as_str().unwrap().to_owned()).collect()
}

const REPLICAS: &str = "/f:spec/f:replicas";

#[tokio::test]
async fn replicas_go_to_an_autoscaler_and_come_back_without_a_dip() {
    let Some(mut lab) = Lab::new("handover").await else { return };
    let send = |replicas: Value| json!({"main": {"spec": {"replicas": replicas}}});
    lab.mirror(json!({"main": deployment(json!({"replicas": 4}))})).await;
    lab.world.until::<Deployment>(NAME, "created", |found| found["spec"]["replicas"] == 4).await;
    lab.seen().await;
    let values = Values::of(&lab.world, NAME, "/spec/replicas").await;

    // The autoscaler is switched on: the field is no longer sent.
    lab.world.mark().await;
    lab.edit(send(Value::Null)).await;
    let found = lab.world.get::<Deployment>(NAME).await;
    assert_eq!(found["spec"]["replicas"], 4);
    assert_eq!(managers(&found, REPLICAS), ["mirror-operator-handover"]);
    assert_eq!(lab.sent().await, ["patch deployments m-main 200", "patch deployments m-main 200"]);

    // It scales, and becomes the owner alone.
    lab.world.edit_sub::<Deployment>(NAME, "scale", json!({"spec": {"replicas": 5}})).await;
    let found = lab.world.get::<Deployment>(NAME).await;
    assert_eq!(managers(&found, REPLICAS), ["kubectl"]);
    lab.world.mark().await;
    for n in 0..10 {
        lab.pass(n).await;
    }
    assert_eq!(lab.world.get::<Deployment>(NAME).await["spec"]["replicas"], 5);
    assert_eq!(lab.sent().await, Vec::<String>::new());

    // It is switched off, and on again, and off again with the value that is there.
    lab.edit(send(json!(3))).await;
    let found = lab.world.get::<Deployment>(NAME).await;
    assert_eq!(managers(&found, REPLICAS), ["mirror-operator"]);
    for n in 0..2 {
        lab.edit(send(Value::Null)).await;
        lab.edit(send(json!(3))).await;
        let found = lab.world.get::<Deployment>(NAME).await;
        // A second owner of the same value takes nothing away, and is gone when the value changes.
        assert!(managers(&found, REPLICAS).contains(&"mirror-operator".to_owned()), "{n}");
    }
    lab.edit(send(json!(2))).await;
    let found = lab.world.get::<Deployment>(NAME).await;
    assert_eq!(managers(&found, REPLICAS), ["mirror-operator"]);
    assert_eq!(values.all(&lab.world, NAME).await, [4, 5, 3, 2]);
    assert!(lab.running.stop().await);
}

#[tokio::test]
async fn a_shared_field_stays_and_another_one_goes() {
    let Some(mut lab) = Lab::new("shared").await else { return };
    let mut main = deployment(json!({"minReadySeconds": 7}));
    main["metadata"] = json!({"annotations": {"example.com/note": "ours", "example.com/other": "ours"}});
    lab.mirror(json!({"main": main})).await;
    lab.world.until::<Deployment>(NAME, "created", |_| true).await;
    lab.seen().await;
    lab.world.mark().await;
    lab.edit(json!({"main": {"metadata": {"annotations": null}, "spec": {"minReadySeconds": null}}})).await;
    let found = lab.world.get::<Deployment>(NAME).await;
    assert_eq!(found["metadata"]["annotations"]["example.com/note"], "ours");
    assert_eq!(found["metadata"]["annotations"]["example.com/other"], Value::Null);
    assert_eq!(found["spec"]["minReadySeconds"], Value::Null);
    assert_eq!(lab.sent().await, ["patch deployments m-main 200", "patch deployments m-main 200"]);
    // Anybody may change it now.
    lab.world
        .edit::<Deployment>(NAME, json!({"metadata": {"annotations": {"example.com/note": "theirs"}}}))
        .await;
    lab.world.mark().await;
    lab.pass(0).await;
    let found = lab.world.get::<Deployment>(NAME).await;
    assert_eq!(found["metadata"]["annotations"]["example.com/note"], "theirs");
    assert_eq!(lab.sent().await, Vec::<String>::new());
    assert!(lab.running.stop().await);
}
