//! The apply on `/status` with the resourceVersion of the object that was read.

use http::Method;
use kubewright::{
    apply::{Dropped, RequestError, StatusOutcome, status::write},
    client::Call,
};
use serde_json::{Value, json};

use crate::{
    kinds, target,
    world::{NO_UID, World, meta, value},
};

fn written(outcome: StatusOutcome) -> Value {
    match outcome {
        StatusOutcome::Written(bytes) => value(&bytes),
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn a_status_is_bound_to_what_was_read(world: &World) {
    let kind = kinds::foo();
    target!(target, world, kind, "s");
    let one = json!({"a": 1, "b": null});
    let first = world.post(&kind, "s", json!({"spec": {"size": 1}})).await;
    let now = written(write(&target, &one, &meta(&first)).await.unwrap());
    assert_eq!(now["status"], json!({"a": 1}));

    // 409 on an old revision of the same generation: read, and written all the same.
    let two = json!({"a": 2});
    let again = written(write(&target, &two, &meta(&first)).await.unwrap());
    assert_eq!((world.count("PATCH", "409"), world.count("GET", "200")), (1, 1));
    assert_eq!(again["status"], two);

    // 409, and it is about another spec.
    let edited = world.edit(&kind, "s", json!({"spec": {"size": 2}})).await;
    let outcome = write(&target, &one, &meta(&again)).await.unwrap();
    assert!(matches!(outcome, StatusOutcome::Dropped(Dropped::NewGeneration)), "{outcome:?}");

    // 409, and deletion has begun.
    let held =
        world.edit(&kind, "s", json!({"metadata": {"finalizers": ["requests.example.com/hold"]}})).await;
    world.delete(&kind, "s").await;
    let outcome = write(&target, &one, &meta(&held)).await.unwrap();
    assert!(matches!(outcome, StatusOutcome::Dropped(Dropped::Deleting)), "{outcome:?}");
    // One who knows of the deletion may still write.
    let deleting = world.get(&kind, "s").await.unwrap();
    assert_eq!(written(write(&target, &one, &meta(&deleting)).await.unwrap())["status"], json!({"a": 1}));

    world.edit(&kind, "s", json!({"metadata": {"finalizers": null}})).await;
    assert!(matches!(write(&target, &one, &meta(&edited)).await.unwrap(), StatusOutcome::Gone));
    let other = world.post(&kind, "s", json!({"spec": {"size": 2}})).await;
    let outcome = write(&target, &one, &meta(&edited)).await.unwrap();
    assert!(matches!(outcome, StatusOutcome::Dropped(Dropped::Recreated)), "{outcome:?}");
    assert_eq!(world.get(&kind, "s").await, Some(other));

    // Why not the uid: a wrong one is accepted.
    let bound = json!({
        "apiVersion": kind.api_version(), "kind": "Foo", "metadata": {"name": "s", "uid": NO_UID}, "status": {"a": 9},
    });
    let path = format!("{}/status", kind.path(target.key));
    let call = Call::send(Method::PATCH, path, "application/apply-patch+yaml", &bound);
    let answer = world.user.call(call.query("fieldManager", "other").query("force", "true")).await.unwrap();
    assert_eq!(answer.status, 200);
    assert_eq!(value(&answer.body)["status"]["a"], 9);
}

pub(crate) async fn others_conditions_survive_and_dropped_fields_go(world: &World) {
    let kind = kinds::foo();
    target!(target, world, kind, "s");
    let first = world.post(&kind, "s", json!({})).await;
    let ours = json!({"a": 1, "b": 2, "conditions": [{"type": "Ready", "status": "False"}]});
    written(write(&target, &ours, &meta(&first)).await.unwrap());
    let theirs =
        world.plain(&kind, "s", json!({"status": {"conditions": [{"type": "Theirs", "status": "True"}]}}));
    let path = format!("{}/status", kind.path(target.key));
    let call = Call::send(Method::PATCH, path, "application/apply-patch+yaml", &theirs);
    let answer = world.user.call(call.query("fieldManager", "kubectl")).await.unwrap();
    assert!(answer.status.is_success());

    let ours = json!({"b": 2, "conditions": [{"type": "Ready", "status": "True"}]});
    let after = written(write(&target, &ours, &meta(&value(&answer.body))).await.unwrap());
    let conditions = json!([{"type": "Ready", "status": "True"}, {"type": "Theirs", "status": "True"}]);
    assert_eq!(after["status"], json!({"b": 2, "conditions": conditions}));

    let wrong = write(&target, &json!({"a": "many"}), &meta(&after)).await.unwrap_err();
    assert!(
        matches!(&wrong, RequestError::Rejected(rejection) if rejection.field() == Some("status.a")),
        "{wrong:?}"
    );
}
