//! The one-of trap.

use kubewright::apply::{RequestError, update};
use serde_json::{Value, json};

use crate::{
    kinds::{self, pod_template},
    target,
    world::{MANAGER, World, uid, uncovered},
};

const JSON_PATCH: &str = "application/json-patch+json";

fn with_pod(pod: Value) -> Value {
    kinds::deployment_spec(json!({"template": pod_template(pod)}))
}

fn managers(object: &Value) -> Vec<&str> {
    let entries = object["metadata"]["managedFields"].as_array().unwrap();
    entries
        .iter()
        .filter_map(|entry| entry["manager"].as_str())
        .filter(|name| name.starts_with(MANAGER))
        .collect()
}

pub(crate) async fn a_defaulted_strategy_is_left(world: &World) {
    let kind = kinds::deployment();
    let created = world.create(&kind, "d", kinds::deployment_spec(json!({}))).await;
    assert_eq!(created["spec"]["strategy"]["type"], "RollingUpdate");
    let recreate = kinds::deployment_spec(json!({"strategy": {"type": "Recreate"}}));
    let updated = world.update(&kind, "d", uid(&created), recreate.clone()).await;
    assert_eq!(updated["spec"]["strategy"], json!({"type": "Recreate"}));
    assert_eq!(uncovered(&world.body(&kind, "d", recreate.clone()), &updated), Vec::<String>::new());

    // Once is enough: the next apply of the same is accepted at once.
    let refused = world.count("PATCH", "422");
    world.update(&kind, "d", uid(&created), recreate).await;
    assert_eq!(world.count("PATCH", "422"), refused);
    // And back.
    let rolling = kinds::deployment_spec(json!({"strategy": {"type": "RollingUpdate"}}));
    let updated = world.update(&kind, "d", uid(&created), rolling).await;
    assert_eq!(updated["spec"]["strategy"]["type"], "RollingUpdate");
}

pub(crate) async fn a_one_of_that_was_edited_by_hand_is_put_back(world: &World) {
    let kind = kinds::deployment();
    let volume = |source: Value| {
        let mut volume = json!({"name": "v"});
        crate::world::merge(&mut volume, source);
        let mut pod = kinds::containers();
        pod["volumes"] = json!([volume]);
        pod
    };
    let env = |source: Value| {
        let mut env = json!({"name": "E"});
        crate::world::merge(&mut env, source);
        json!({"containers": [{"name": "app", "image": "example.com/app:1", "env": [env]}]})
    };
    let empty = || volume(json!({"emptyDir": {}}));
    let host = || volume(json!({"hostPath": {"path": "/tmp"}}));
    let value = || env(json!({"value": "x"}));
    let from = || env(json!({"valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}));
    let volumes = "/spec/template/spec/volumes";
    let envs = "/spec/template/spec/containers/0/env";
    let rows = [
        ("empty-to-host", empty(), host(), volumes, "/volumes"),
        ("host-to-empty", host(), empty(), volumes, "/volumes"),
        ("value-to-from", value(), from(), envs, "/containers/0/env"),
        ("from-to-value", from(), value(), envs, "/containers/0/env"),
    ];
    for (name, ours, theirs, path, inside) in rows {
        let created = world.create(&kind, name, with_pod(ours.clone())).await;
        let edit = json!([{"op": "replace", "path": path, "value": theirs.pointer(inside)}]);
        let edited = world.patch(&kind, name, JSON_PATCH, edit).await;
        let body = world.body(&kind, name, with_pod(ours.clone()));
        assert_ne!(uncovered(&body, &edited), Vec::<String>::new(), "{name}");
        let updated = world.update(&kind, name, uid(&created), with_pod(ours.clone())).await;
        assert_eq!(uncovered(&body, &updated), Vec::<String>::new(), "{name}");
        let (ours, live) = (ours.pointer(inside).unwrap(), updated.pointer(path).unwrap());
        let keys = |value: &Value| value[0].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(ours), keys(live), "{name}");

        // The builder's own change from one member to the other needs no repair.
        let patches = world.count("PATCH", "422");
        world.update(&kind, name, uid(&created), with_pod(theirs)).await;
        assert_eq!(world.count("PATCH", "422"), patches, "{name}");
    }
}

pub(crate) async fn a_repair_leaves_no_owner_behind(world: &World) {
    let kind = kinds::deployment();
    let created = world.create(&kind, "d", kinds::deployment_spec(json!({}))).await;
    let recreate = kinds::deployment_spec(json!({"strategy": {"type": "Recreate"}}));
    let updated = world.update(&kind, "d", uid(&created), recreate).await;
    assert_eq!(managers(&updated), [MANAGER]);
    // A field that we drop later goes, because nobody else owns it.
    let updated = world.update(&kind, "d", uid(&created), kinds::deployment_spec(json!({}))).await;
    assert_eq!(updated["spec"]["strategy"]["type"], "RollingUpdate");

    // A rejection of another kind is given back as it came, and nothing is written.
    target!(target, world, kind, "d");
    let immutable = kinds::deployment_spec(json!({
        "selector": {"matchLabels": {"app": "y"}}, "template": {"metadata": {"labels": {"app": "y"}}},
    }));
    let error = update(&target, &world.body(&kind, "d", immutable), uid(&created)).await.unwrap_err();
    let RequestError::Rejected(rejection) = error else { panic!("{error:?}") };
    assert_eq!(rejection.field(), Some("spec.selector"));
    assert_eq!(world.get(&kind, "d").await.unwrap()["spec"], updated["spec"]);
}
