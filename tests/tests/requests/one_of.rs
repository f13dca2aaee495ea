//! More one-ofs: what somebody made of one by hand is made ours again, or the server says which field is at fault.

use kubewright::{
    apply::{Applied, RequestError, update},
    k8s::{core::v1::Service, networking::v1::Ingress, policy::v1::PodDisruptionBudget},
    object::Kind,
};
use serde_json::{Value, json};

use crate::{
    kinds, target,
    world::{World, uid, uncovered},
};

struct Row {
    what: &'static str,
    kind: Kind,
    ours: Value,
    /// A JSON patch of somebody else's.
    theirs: Value,
    /// What must not be there any more.
    gone: &'static str,
}

fn container(rest: Value) -> Value {
    let mut container = json!({"name": "app", "image": "example.com/app:1"});
    crate::world::merge(&mut container, rest);
    kinds::deployment_spec(json!({"template": kinds::pod_template(json!({"containers": [container]}))}))
}

fn volume(source: Value) -> Value {
    let mut pod = kinds::containers();
    let mut volume = json!({"name": "v"});
    crate::world::merge(&mut volume, source);
    pod["volumes"] = json!([volume]);
    kinds::deployment_spec(json!({"template": kinds::pod_template(pod)}))
}

fn rows() -> Vec<Row> {
    let deployment = |what, ours, theirs, gone| Row { what, kind: kinds::deployment(), ours, theirs, gone };
    let app = "/spec/template/spec/containers/0";
    let replace = |path: String, value: Value| json!([{"op": "replace", "path": path, "value": value}]);
    let volumes = "/spec/template/spec/volumes/0";
    let http = json!({"httpGet": {"path": "/", "port": 80}});
    let exec = json!({"exec": {"command": ["true"]}});
    let service = |what, ours: Value, theirs, gone| Row {
        what,
        kind: Kind::of::<Service>(),
        ours: json!({"spec": ours}),
        theirs,
        gone,
    };
    let ports = || json!([{"name": "http", "port": 80, "protocol": "TCP", "targetPort": 80}]);
    let backend = json!({"service": {"name": "x", "port": {"number": 80}}});
    let resource = json!({"resource": {"apiGroup": "example.com", "kind": "Foo", "name": "x"}});
    vec![
        deployment(
            "probe",
            container(json!({"livenessProbe": http})),
            replace(format!("{app}/livenessProbe"), exec.clone()),
            "/spec/template/spec/containers/0/livenessProbe/exec",
        ),
        deployment(
            "probe back",
            container(json!({"readinessProbe": exec})),
            replace(format!("{app}/readinessProbe"), http.clone()),
            "/spec/template/spec/containers/0/readinessProbe/httpGet",
        ),
        deployment(
            "hook",
            container(json!({"lifecycle": {"preStop": exec}})),
            replace(format!("{app}/lifecycle/preStop"), http.clone()),
            "/spec/template/spec/containers/0/lifecycle/preStop/httpGet",
        ),
        deployment(
            "secret volume",
            volume(json!({"secret": {"secretName": "s"}})),
            replace(volumes.into(), json!({"name": "v", "configMap": {"name": "c"}})),
            "/spec/template/spec/volumes/0/configMap",
        ),
        deployment(
            "claim volume",
            volume(json!({"persistentVolumeClaim": {"claimName": "c"}})),
            replace(volumes.into(), json!({"name": "v", "emptyDir": {}})),
            "/spec/template/spec/volumes/0/emptyDir",
        ),
        deployment(
            "projected source",
            volume(json!({"projected": {"sources": [{"secret": {"name": "s"}}]}})),
            replace(format!("{volumes}/projected/sources/0"), json!({"configMap": {"name": "c"}})),
            "/spec/template/spec/volumes/0/projected/sources/0/configMap",
        ),
        deployment(
            "env",
            container(
                json!({"env": [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}]}),
            ),
            replace(format!("{app}/env/0/valueFrom"), json!({"configMapKeyRef": {"name": "c", "key": "k"}})),
            "/spec/template/spec/containers/0/env/0/valueFrom/configMapKeyRef",
        ),
        deployment(
            "strategy",
            kinds::deployment_spec(json!({"strategy": {"type": "Recreate"}})),
            replace("/spec/strategy".into(), json!({"type": "RollingUpdate"})),
            "/spec/strategy/rollingUpdate",
        ),
        deployment(
            "strategy back",
            kinds::deployment_spec(json!({"strategy": {"rollingUpdate": {"maxSurge": 1}}})),
            replace("/spec/strategy".into(), json!({"type": "Recreate"})),
            "/spec/strategy/nothing",
        ),
        service(
            "node port",
            json!({"type": "ClusterIP", "ports": ports()}),
            replace("/spec/type".into(), json!("NodePort")),
            "/spec/ports/0/nodePort",
        ),
        service(
            "balancer",
            json!({"type": "ClusterIP", "ports": ports()}),
            json!([
                {"op": "replace", "path": "/spec/type", "value": "LoadBalancer"}, {"op": "add", "path": "/spec/loadBalancerSourceRanges", "value": ["10.0.0.0/8"]},
            ]),
            "/spec/ports/0/nodePort",
        ),
        service(
            "external",
            json!({"type": "ClusterIP", "ports": ports()}),
            json!([
                {"op": "replace", "path": "/spec/type", "value": "ExternalName"}, {"op": "add", "path": "/spec/externalName", "value": "example.com"},
                {"op": "remove", "path": "/spec/clusterIP"}, {"op": "remove", "path": "/spec/clusterIPs"},
            ]),
            "/spec/nothing",
        ),
        Row {
            what: "backend",
            kind: Kind::of::<Ingress>(),
            ours: json!({"spec": {"defaultBackend": backend}}),
            theirs: replace("/spec/defaultBackend".into(), resource.clone()),
            gone: "/spec/defaultBackend/resource",
        },
        Row {
            what: "path backend",
            kind: Kind::of::<Ingress>(),
            ours: json!({"spec": {"rules": [{"http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": backend}]}}]}}),
            theirs: replace("/spec/rules/0/http/paths/0/backend".into(), resource),
            gone: "/spec/rules/0/http/paths/0/backend/resource",
        },
        Row {
            what: "budget",
            kind: Kind::of::<PodDisruptionBudget>(),
            ours: json!({"spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "x"}}}}),
            theirs: json!([{"op": "remove", "path": "/spec/minAvailable"}, {"op": "add", "path": "/spec/maxUnavailable", "value": 1}]),
            gone: "/spec/maxUnavailable",
        },
    ]
}

pub(crate) async fn every_one_of_is_made_ours_again(world: &World) {
    let mut wrong = Vec::new();
    for (index, Row { what, kind, ours, theirs, gone }) in rows().into_iter().enumerate() {
        let name = format!("o{index}");
        let created = world.create(&kind, &name, ours.clone()).await;
        let edited = world.patch(&kind, &name, "application/json-patch+json", theirs).await;
        let body = world.body(&kind, &name, ours);
        assert_ne!(uncovered(&body, &edited), Vec::<String>::new(), "{what}");
        target!(target, world, kind, &name);
        match update(&target, &body, uid(&created)).await {
            Ok(Applied::Applied(bytes)) => {
                let now = crate::world::value(&bytes);
                let lost = uncovered(&body, &now);
                if !lost.is_empty() || now.pointer(gone).is_some() {
                    wrong.push(format!("{what}: uncovered {lost:?}, {gone}: {:?}", now.pointer(gone)));
                }
            }
            Ok(Applied::Stale) => wrong.push(format!("{what}: stale")),
            Err(RequestError::Rejected(rejection)) => wrong.push(format!("{what}: {:?}", rejection.causes)),
            Err(other) => panic!("{what}: {other:?}"),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
