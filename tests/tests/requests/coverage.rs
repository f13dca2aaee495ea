//! What the server takes out of our entry when others edit, and what it keeps.

use serde_json::{Value, json};

use crate::{
    kinds,
    world::{World, uid, uncovered},
};

const JSON_PATCH: &str = "application/json-patch+json";

/// A Deployment with much that a server normalises: quantities, defaults, int-or-strings, empty values, sets.
fn rich() -> Value {
    let probe = json!({"httpGet": {"path": "/healthz", "port": "http"}, "periodSeconds": 5});
    json!({
        "metadata": {"labels": {"app": "x", "tier": "web"}, "annotations": {"example.com/note": "ours"}},
        "spec": {
            "replicas": 0, "selector": {"matchLabels": {"app": "x"}},
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 0}},
            "template": {
                "metadata": {"labels": {"app": "x"}, "annotations": {}},
                "spec": {
                    "tolerations": [], "nodeSelector": {}, "securityContext": {},
                    "topologySpreadConstraints": [{
                        "maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway",
                        "labelSelector": {"matchLabels": {"app": "x"}},
                    }],
                    "volumes": [{"name": "tmp", "emptyDir": {}}, {"name": "c", "configMap": {"name": "c", "items": []}}],
                    "containers": [{
                        "name": "app", "image": "example.com/app:1", "args": ["a", "b"], "livenessProbe": probe,
                        "env": [{"name": "A", "value": "1"}, {"name": "EMPTY", "value": ""}],
                        "ports": [{"containerPort": 8080, "name": "http"}, {"containerPort": 53, "protocol": "UDP"}],
                        "resources": {"limits": {"cpu": "1000m", "memory": "1024Mi"}, "requests": {}},
                        "securityContext": {"capabilities": {"add": ["NET_ADMIN"], "drop": ["ALL"]}},
                        "volumeMounts": [{"name": "tmp", "mountPath": "/tmp"}],
                    }],
                },
            },
        },
    })
}

pub(crate) async fn hand_edits_are_seen_and_undone_by_one_apply(world: &World) {
    let kind = kinds::deployment();
    let created = world.create(&kind, "rich", rich()).await;
    let body = world.body(&kind, "rich", rich());
    assert_eq!(uncovered(&body, &created), Vec::<String>::new());
    let app = "/spec/template/spec/containers/0";
    let replace = |path: String, value: Value| json!({"op": "replace", "path": path, "value": value});
    let remove = |path: String| json!({"op": "remove", "path": path});
    let rounds: Vec<(Vec<Value>, Vec<&str>)> = vec![
        (
            vec![
                replace(format!("{app}/image"), json!("example.com/app:2")),
                replace(format!("{app}/resources/limits/cpu"), json!("2")),
                replace("/metadata/labels/tier".into(), json!("db")),
                remove(format!("{app}/livenessProbe")),
            ],
            vec![
                "metadata.labels.tier",
                "spec.template.spec.containers[0].image",
                "spec.template.spec.containers[0].livenessProbe",
                "spec.template.spec.containers[0].resources.limits.cpu",
            ],
        ),
        (
            vec![
                replace(format!("{app}/env/0/value"), json!("2")),
                replace(format!("{app}/ports/0/name"), json!("web")),
                replace(format!("{app}/livenessProbe/httpGet/port"), json!("web")),
                replace(format!("{app}/securityContext/capabilities/add"), json!([])),
                replace("/spec/template/spec/topologySpreadConstraints/0/maxSkew".into(), json!(2)),
                remove("/metadata/annotations".into()),
                replace("/spec/strategy/rollingUpdate/maxSurge".into(), json!("50%")),
            ],
            vec![
                "metadata.annotations",
                "spec.strategy.rollingUpdate.maxSurge",
                "spec.template.spec.containers[0].env[0].value",
                "spec.template.spec.containers[0].livenessProbe.httpGet.port",
                "spec.template.spec.containers[0].ports[0].name",
                "spec.template.spec.containers[0].securityContext.capabilities.add",
                "spec.template.spec.topologySpreadConstraints[0].maxSkew",
            ],
        ),
        (
            vec![replace(
                "/spec/template/spec/containers".into(),
                json!([{"name": "z", "image": "example.com/z"}]),
            )],
            // Of our container the server keeps one path: an empty value, of which the stored object has no trace that
            // could be removed.
            vec![
                "spec.template.spec.containers[0].args",
                "spec.template.spec.containers[0].env[0]",
                "spec.template.spec.containers[0].env[1].name",
                "spec.template.spec.containers[0].image",
                "spec.template.spec.containers[0].livenessProbe",
                "spec.template.spec.containers[0].name",
                "spec.template.spec.containers[0].ports",
                "spec.template.spec.containers[0].resources",
                "spec.template.spec.containers[0].securityContext",
                "spec.template.spec.containers[0].volumeMounts",
            ],
        ),
    ];
    for (edits, expected) in rounds {
        let edited = world.patch(&kind, "rich", JSON_PATCH, Value::Array(edits)).await;
        let mut lost = uncovered(&body, &edited);
        lost.sort();
        assert_eq!(lost, expected);
        let applied = world.update(&kind, "rich", uid(&created), rich()).await;
        assert_eq!(uncovered(&body, &applied), Vec::<String>::new());
    }

    // What others add, and what they set to the value that it has, takes nothing from us.
    let live = world.get(&kind, "rich").await.unwrap();
    let containers = live["spec"]["template"]["spec"]["containers"].as_array().unwrap();
    let app = containers.iter().position(|container| container["name"] == "app").unwrap();
    let sidecar = json!([
        {"op": "add", "path": "/spec/template/spec/containers/-", "value": {"name": "side", "image": "example.com/s"}},
        {"op": "add", "path": "/metadata/labels/theirs", "value": "x"},
        replace(format!("/spec/template/spec/containers/{app}/resources/limits/cpu"), json!("1")),
    ]);
    let edited = world.patch(&kind, "rich", JSON_PATCH, sidecar).await;
    assert_eq!(uncovered(&body, &edited), Vec::<String>::new());
}

pub(crate) async fn empty_values_are_covered_and_wiped_ones_are_not(world: &World) {
    let kind = kinds::deployment();
    let pod = json!({
        "affinity": {}, "hostAliases": [], "imagePullSecrets": [], "nodeSelector": {}, "overhead": {},
        "securityContext": {}, "tolerations": [], "topologySpreadConstraints": [],
        "volumes": [{"name": "v", "emptyDir": {}}, {"name": "c", "csi": {"driver": "x", "volumeAttributes": {}}}],
        "containers": [{
            "name": "app", "image": "example.com/app:1", "args": [], "command": [], "env": [], "envFrom": [],
            "ports": [], "resources": {"limits": {}, "requests": {}}, "securityContext": {},
        }],
    });
    let template = json!({"metadata": {"labels": {"app": "x"}, "annotations": {}}, "spec": pod});
    let mut rest = kinds::deployment_spec(json!({
        "selector": {"matchExpressions": []}, "strategy": {}, "template": template,
    }));
    rest["metadata"] = json!({"annotations": {}, "finalizers": [], "labels": {}});
    let created = world.create(&kind, "e", rest.clone()).await;
    assert_eq!(uncovered(&world.body(&kind, "e", rest), &created), Vec::<String>::new());

    let kind = kinds::config_map();
    let rest = json!({"data": {"a": "1", "b": "2"}});
    world.create(&kind, "c", rest.clone()).await;
    let body = world.body(&kind, "c", rest);
    let edited = world.edit(&kind, "c", json!({"data": {"a": null}})).await;
    assert_eq!(uncovered(&body, &edited), ["data.a"]);
    let edited = world.edit(&kind, "c", json!({"data": null})).await;
    assert_eq!(uncovered(&body, &edited), ["data"]);
}
