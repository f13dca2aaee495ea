//! Objects whose record of managers somebody has wiped.

use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::said;
use serde_json::{Value, json};

use crate::mirror::{Lab, Mirror};

fn wipe() -> Value {
    json!({"metadata": {"managedFields": [{}]}})
}

/// Managers and operations of the entries for a subresource.
fn entries(object: &Value, subresource: &str) -> Vec<String> {
    let all = object["metadata"]["managedFields"].as_array().unwrap().iter();
    let of_part = all.filter(|entry| entry["subresource"].as_str().unwrap_or("") == subresource);
    of_part
        .map(|entry| {
            format!("{} {}", entry["manager"].as_str().unwrap(), entry["operation"].as_str().unwrap())
        })
        .collect()
}

#[tokio::test]
async fn a_wiped_child_is_ours_alone_again() {
    let Some(mut lab) = Lab::new("wiped").await else { return };
    lab.mirror(json!({"config": {"data": {"a": "1", "b": "1"}}})).await;
    lab.world.until_said::<Mirror>("m", "Ready", "True/Available").await;
    lab.world.edit::<ConfigMap>("m-config", json!({"data": {"theirs": "1"}})).await;
    lab.seen().await;
    lab.world.mark().await;
    lab.world.edit::<ConfigMap>("m-config", wipe()).await;
    lab.seen().await;
    // One that applies, and one that takes away what the server says was there before.
    assert_eq!(lab.sent().await, ["patch configmaps m-config 200"; 2]);
    let found = lab.world.get::<ConfigMap>("m-config").await;
    assert_eq!(entries(&found, ""), ["mirror-operator Apply"]);
    lab.world.mark().await;
    lab.pass(0).await;
    assert_eq!(lab.sent().await, [""; 0]);

    // What is no longer sent goes, and what is not ours stays.
    lab.edit(json!({"config": {"data": {"a": "2", "b": null}}})).await;
    let found = lab.world.get::<ConfigMap>("m-config").await;
    assert_eq!(found["data"], json!({"a": "2", "theirs": "1"}));
    assert!(lab.running.stop().await);
}

#[tokio::test]
async fn what_a_crash_left_of_it_goes_too() {
    let Some(mut lab) = Lab::new("wiped-crash").await else { return };
    lab.mirror(json!({"config": {"data": {"a": "1", "b": "1"}}})).await;
    lab.world.until_said::<Mirror>("m", "Ready", "True/Available").await;
    assert!(lab.running.stop().await);
    // Wiped, and applied by somebody who then died.
    lab.world.edit::<ConfigMap>("m-config", wipe()).await;
    let found = lab.world.get::<ConfigMap>("m-config").await;
    let mut body = json!({"metadata": {}, "data": found["data"]});
    for part in ["annotations", "labels", "ownerReferences"] {
        body["metadata"][part] = found["metadata"][part].clone();
    }
    lab.world.apply::<ConfigMap>("mirror-operator", "m-config", None, body).await;
    let found = lab.world.get::<ConfigMap>("m-config").await;
    assert_eq!(entries(&found, ""), ["mirror-operator Apply", "before-first-apply Update"]);
    lab.running = lab.world.start::<Mirror>(()).await;
    lab.seen().await;
    assert_eq!(entries(&lab.world.get::<ConfigMap>("m-config").await, ""), ["mirror-operator Apply"]);
    lab.edit(json!({"config": {"data": {"a": "1", "b": null}}})).await;
    assert_eq!(lab.world.get::<ConfigMap>("m-config").await["data"], json!({"a": "1"}));
    lab.world.mark().await;
    lab.pass(0).await;
    assert_eq!(lab.sent().await, [""; 0]);
    let mirror = lab.world.get::<Mirror>("m").await;
    assert_eq!(said(&mirror, "Ready"), "True/Available");
    assert!(lab.running.stop().await);
}
