//! How the server says that a field cannot be changed.

use kubewright::{
    apply::{RequestError, recreate::rehearse, update},
    k8s::{
        apps::v1::{DaemonSet, StatefulSet},
        batch::v1::Job,
        core::v1::{PersistentVolumeClaim, Pod, Secret, Service},
        rbac::v1::RoleBinding,
    },
    object::Kind,
};
use serde_json::{Value, json};

use crate::{
    kinds, target,
    world::{World, uid},
};

fn rows() -> Vec<(&'static str, Kind, Value, Value)> {
    let template = |image: &str| {
        kinds::pod_template(json!({"restartPolicy": "Never", "containers": [{"name": "a", "image": image}]}))
    };
    let labelled = |label: &str| {
        let labels = json!({"app": label});
        json!({"selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": kinds::containers()}})
    };
    let set = |service: &str| {
        let mut spec = labelled("x");
        spec["serviceName"] = json!(service);
        json!({"spec": spec})
    };
    let claim = |class: &str| json!({"spec": {"storageClassName": class, "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}});
    let bound = |role: &str| json!({"roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": role}});
    let job = |image: &str| json!({"spec": {"suspend": true, "template": template(image)}});
    let secret = |value: &str| json!({"immutable": true, "data": {"a": value}});
    let pod = |image: &str| json!({"spec": {"nodeName": image, "containers": [{"name": "a", "image": "a"}]}});
    vec![
        (
            "deployment",
            kinds::deployment(),
            kinds::deployment_spec(labelled("x")),
            kinds::deployment_spec(labelled("y")),
        ),
        (
            "daemonset",
            Kind::of::<DaemonSet>(),
            json!({"spec": labelled("x")}),
            json!({"spec": labelled("y")}),
        ),
        ("statefulset", Kind::of::<StatefulSet>(), set("one"), set("two")),
        ("job", Kind::of::<Job>(), job("one"), job("two")),
        (
            "service",
            Kind::of::<Service>(),
            json!({"spec": {"ports": [{"port": 80}]}}),
            json!({"spec": {"clusterIP": "None", "ports": [{"port": 80}]}}),
        ),
        ("secret", Kind::of::<Secret>(), secret("YQ=="), secret("Yg==")),
        ("claim", Kind::of::<PersistentVolumeClaim>(), claim(""), claim("other")),
        ("binding", Kind::of::<RoleBinding>(), bound("one"), bound("two")),
        ("pod", Kind::of::<Pod>(), pod("one"), pod("two")),
    ]
}

pub(crate) async fn immutable_fields_are_known_by_the_servers_words(world: &World) {
    let mut unknown = Vec::new();
    for (name, kind, first, second) in rows() {
        let created = world.create(&kind, name, first).await;
        target!(target, world, kind, name);
        let body = world.body(&kind, name, second);
        let gets = world.count("GET", "200");
        match update(&target, &body, uid(&created)).await {
            Err(RequestError::Rejected(rejection)) if rejection.immutable => {}
            other => unknown.push(format!("{name}: {other:?}")),
        }
        assert_eq!(world.count("GET", "200"), gets, "{name}: nothing is repaired, so nothing is read");
        // It could be created, were it not for its name.
        rehearse(&target, &body).await.unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        let live = world.get(&kind, name).await.unwrap();
        assert_eq!(uid(&live), uid(&created));
    }
    assert!(unknown.is_empty(), "{unknown:#?}");

    // An object that no server takes is known as such before the old one is deleted, and so is one that is fine.
    let kind = kinds::deployment();
    target!(target, world, kind, "deployment");
    let bad = world.body(
        &kind,
        "deployment",
        kinds::deployment_spec(json!({"selector": {"matchLabels": {"app": "q"}}})),
    );
    let error = rehearse(&target, &bad).await.unwrap_err();
    assert!(matches!(&error, RequestError::Rejected(rejection) if rejection.field().is_some()), "{error:?}");
    target!(target, world, kind, "absent");
    rehearse(&target, &world.body(&kind, "absent", kinds::deployment_spec(json!({})))).await.unwrap();
    assert_eq!(world.get(&kind, "absent").await, None);
}
