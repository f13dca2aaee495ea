//! The status: what it says, and when it moves.

use kubewright::k8s::apps::v1::Deployment;
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::lab::{Lab, condition, image, plain, status_writes};

/// Longer ago than any test.
const LONG_AGO: &str = "2020-01-01T00:00:00Z";

#[tokio::test]
async fn says_what_is_so() {
    let Some(lab) = Lab::new("status").await else { return };
    let app = lab.app("web", json!({"image": "nginx:1.27", "replicas": 2})).await;
    let status = &app["status"];
    for field in ["replicas", "readyReplicas", "availableReplicas"] {
        assert_eq!(status[field], 2, "{field}");
    }
    assert_eq!(status["selector"], "app.kubernetes.io/instance=web,app.kubernetes.io/name=myapp");
    assert_eq!(status["observedGeneration"], 1);
    assert!(status["lastUpdateTime"].is_string());
    let (ready, progressing) = (condition(&app, "Ready"), condition(&app, "Progressing"));
    assert_eq!((&ready["status"], &ready["reason"]), (&json!("True"), &json!("Available")));
    assert_eq!((&progressing["status"], &progressing["reason"]), (&json!("False"), &json!("Settled")));
    assert_eq!(*condition(&app, "Invalid"), Value::Null, "nothing failed, so nothing is said of failures");
}

/// Somebody sets all our times back to long ago.
async fn set_back(lab: &Lab) {
    let mut status = lab.world.get::<MyApp>("web").await["status"].clone();
    status["lastUpdateTime"] = json!(LONG_AGO);
    for condition in status["conditions"].as_array_mut().unwrap() {
        condition["lastTransitionTime"] = json!(LONG_AGO);
    }
    lab.world.edit_sub::<MyApp>("web", "status", json!({"status": status})).await;
    lab.fence("web").await;
}

fn times(app: &Value) -> [Value; 3] {
    let of = |type_| condition(app, type_)["lastTransitionTime"].clone();
    [app["status"]["lastUpdateTime"].clone(), of("Ready"), of("Progressing")]
}

#[tokio::test]
async fn its_times_move_only_with_what_they_are_times_of() {
    let Some(lab) = Lab::new("status-times").await else { return };
    lab.app("web", plain()).await;
    set_back(&lab).await;
    // Passes that have nothing to say move nothing.
    let app = lab.world.get::<MyApp>("web").await;
    assert_eq!(times(&app), [LONG_AGO; 3]);

    // A new generation that leaves everything ready: a change of the status, but no transition.
    lab.world.edit::<MyApp>("web", json!({"spec": {"port": 8080}})).await;
    let app = lab.settled("web").await;
    let [updated, ready, progressing] = times(&app);
    assert_ne!(updated, LONG_AGO);
    assert_eq!([ready, progressing], [LONG_AGO; 2]);

    // A rollout that lasts, so that it shows: not ready, and ready again.
    lab.world.edit::<Deployment>("web", json!({"spec": {"paused": true}})).await;
    lab.world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28"}})).await;
    let is_not_ready = |app: &Value| condition(app, "Ready")["status"] == "False";
    lab.world.until::<MyApp>("web", "not ready", is_not_ready).await;
    lab.world.edit::<Deployment>("web", json!({"spec": {"paused": null}})).await;
    let app = lab.settled("web").await;
    assert!(times(&app).iter().all(|time| time != LONG_AGO), "{app:#}");
}

#[tokio::test]
async fn what_others_write_over_it_is_put_back_once() {
    let Some(mut lab) = Lab::new("status-drift").await else { return };
    lab.app("web", plain()).await;
    lab.world.mark().await;
    lab.world.edit_sub::<MyApp>("web", "status", json!({"status": {"readyReplicas": 7}})).await;
    lab.world.until::<MyApp>("web", "put back", |app| app["status"]["readyReplicas"] == 1).await;
    lab.settled("web").await;
    assert_eq!(lab.world.sent().await, ["patch myapps/status web 200"]);
    // `kubectl replace --subresource status` with nothing in it.
    lab.world.mark().await;
    lab.world.edit_sub::<MyApp>("web", "status", json!({"status": null})).await;
    lab.settled("web").await;
    assert_eq!(lab.world.sent().await, ["patch myapps/status web 200"]);
}

#[tokio::test]
async fn conditions_of_others_stay_and_wake_nobody() {
    let Some(mut lab) = Lab::new("status-foreign").await else { return };
    lab.app("web", plain()).await;
    let audited = json!({
        "type": "Audited", "status": "True", "reason": "Clean", "message": "by hand", "lastTransitionTime": LONG_AGO,
    });
    lab.world.mark().await;
    let starts = lab.starts();
    let body = json!({"status": {"conditions": [audited]}});
    lab.world.apply::<MyApp>("auditor", "web", Some("status"), body).await;
    lab.touch::<MyApp>("web").await;
    assert_eq!(lab.starts(), starts + 1, "the pass is that of the touch");
    assert_eq!(lab.world.sent().await, [""; 0]);

    // Our next status leaves it as it is.
    lab.world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28"}})).await;
    let app = lab.settled("web").await;
    let found = condition(&app, "Audited");
    for (key, value) in audited.as_object().unwrap() {
        assert_eq!(found[key], *value, "{key}");
    }
    assert_eq!(image(&lab.world.get::<Deployment>("web").await, "app"), "nginx:1.28");
    let sent = lab.world.sent().await;
    assert!((1..=3).contains(&status_writes(&sent)), "{sent:#?}");

    // And when its writer takes it away, it is gone: we never sent it.
    lab.world.apply::<MyApp>("auditor", "web", Some("status"), json!({"status": {}})).await;
    lab.fence("web").await;
    assert_eq!(*condition(&lab.world.get::<MyApp>("web").await, "Audited"), Value::Null);
}
