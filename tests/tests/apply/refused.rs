//! A child that the server refuses: told with its field, not tried again for nothing, and in nobody's way.

use std::time::Duration;

use kubewright::{
    clock::ManualClock,
    k8s::core::v1::{ConfigMap, Service},
};
use kubewright_tests::message;
use serde_json::json;

use crate::mirror::{Lab, Mirror};

#[tokio::test]
async fn a_refusal_is_told_once_and_tried_again_after_the_longest_backoff() {
    let clock = ManualClock::new();
    let Some(mut lab) = Lab::at("refused", clock.clone()).await else { return };
    lab.mirror(json!({"fixed": {"metadata": {}, "spec": {"ports": [{"port": 80}]}}})).await;
    lab.world.until::<Service>("m-fixed", "created", |_| true).await;
    lab.seen().await;

    lab.world.mark().await;
    let config = json!({"metadata": {}, "data": {"a": "b"}});
    lab.edit(json!({"fixed": {"spec": {"clusterIP": "None"}}, "config": config})).await;
    let said = lab.world.until_said::<Mirror>("m", "Ready", "False/Rejected").await;
    let text = message(&said, "Ready");
    assert!(text.contains("Service m-fixed") && text.contains("spec.clusterIPs[0]"), "{text}");
    lab.world.get::<ConfigMap>("m-config").await;
    let mut sent = lab.sent().await;
    sent.sort();
    assert_eq!(sent, ["patch configmaps m-config 201", "patch services m-fixed 422"]);

    // What its children and their controllers do is no reason to send it again.
    lab.world.mark().await;
    for n in 0..5 {
        let label = json!({"metadata": {"labels": {"example.com/n": n.to_string()}}});
        lab.world.edit::<ConfigMap>("m-config", label).await;
        lab.seen().await;
    }
    assert_eq!(lab.sent().await, Vec::<String>::new());
    // A change of the object is, and so is the time.
    lab.pass(0).await;
    assert_eq!(lab.sent().await, ["patch services m-fixed 422"]);
    lab.world.mark().await;
    clock.advance(Duration::from_secs(999));
    lab.seen().await;
    assert_eq!(lab.sent().await, Vec::<String>::new());
    clock.advance(Duration::from_secs(2));
    lab.seen().await;
    assert_eq!(lab.sent().await, ["patch services m-fixed 422"]);
    let events = lab.world.events("m").await;
    assert!(matches!(&events[..], [(text, 1)] if text.starts_with("Rejected: ")), "{events:?}");

    // And a person may clear the way.
    lab.world.mark().await;
    lab.world.delete::<Service>("m-fixed").await;
    lab.world.until::<Service>("m-fixed", "as wanted", |found| found["spec"]["clusterIP"] == "None").await;
    lab.world.until_said::<Mirror>("m", "Ready", "True/Available").await;
    lab.seen().await;
    assert_eq!(lab.sent().await, ["patch services m-fixed 201"]);
    assert!(lab.running.stop().await);
}
