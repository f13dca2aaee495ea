//! What the server makes of what is sent, kind by kind: it is covered, and sent again it changes nothing.

use kubewright::{
    apply::{RequestError, create},
    k8s::{
        autoscaling::v2::HorizontalPodAutoscaler,
        batch::v1::{CronJob, Job},
        core::v1::{ConfigMap, PersistentVolumeClaim, Secret, Service, ServiceAccount},
        networking::v1::{Ingress, NetworkPolicy},
        policy::v1::PodDisruptionBudget,
        rbac::v1::{Role, RoleBinding},
    },
    object::Kind,
};
use serde_json::{Value, json};

use crate::{
    kinds, target,
    world::{World, uid, uncovered},
};

fn pod(spec: Value) -> Value {
    let mut pod = kinds::containers();
    crate::world::merge(&mut pod, spec);
    kinds::deployment_spec(json!({"template": kinds::pod_template(pod)}))
}

fn container(rest: Value) -> Value {
    let mut container = json!({"name": "app", "image": "example.com/app:1"});
    crate::world::merge(&mut container, rest);
    pod(json!({"containers": [container]}))
}

fn rows() -> Vec<(&'static str, Kind, Value)> {
    let deployment = kinds::deployment;
    let service = |spec: Value| (Kind::of::<Service>(), json!({"spec": spec}));
    let (plain, ports) = service(
        json!({"ports": [{"name": "web", "port": 80}, {"name": "dns", "port": 53, "protocol": "UDP"}, {"name": "tcp", "port": 53, "protocol": "TCP"}]}),
    );
    let backend = json!({"service": {"name": "x", "port": {"name": "http"}}});
    let selector = json!({"matchLabels": {"app": "x"}});
    vec![
        (
            "quantities",
            deployment(),
            container(json!({"resources": {
                "limits": {"cpu": "1000m", "memory": "1024Mi", "ephemeral-storage": "0.5Gi"}, "requests": {"cpu": "0.10", "memory": "1e3"},
            }})),
        ),
        (
            "ports that share a number",
            deployment(),
            container(json!({"ports": [
                {"containerPort": 53, "name": "t"}, {"containerPort": 53, "protocol": "UDP", "name": "u"}, {"containerPort": 80},
            ]})),
        ),
        (
            "int-or-strings",
            deployment(),
            container(json!({
                "livenessProbe": {"httpGet": {"port": 8080}}, "readinessProbe": {"tcpSocket": {"port": "http"}},
                "ports": [{"containerPort": 80, "name": "http"}],
            })),
        ),
        (
            "empty values",
            deployment(),
            pod(json!({
                "securityContext": {}, "tolerations": [], "volumes": [{"name": "e", "emptyDir": {}}], "nodeSelector": {}, "affinity": {},
            })),
        ),
        ("nulls", deployment(), pod(json!({"nodeName": null, "hostNetwork": null, "dnsPolicy": null}))),
        (
            "sets",
            deployment(),
            pod(json!({
                "imagePullSecrets": [{"name": "b"}, {"name": "a"}], "hostAliases": [{"ip": "10.0.0.1", "hostnames": ["b", "a"]}],
            })),
        ),
        (
            "finalizers and labels",
            Kind::of::<ConfigMap>(),
            json!({
                "metadata": {"finalizers": [], "labels": {"empty": ""}, "annotations": {"example.com/empty": ""}}, "data": {"empty": ""},
            }),
        ),
        ("binary data", Kind::of::<ConfigMap>(), json!({"binaryData": {"a": "AAE="}, "data": {"b": "x"}})),
        ("string data", Kind::of::<Secret>(), json!({"stringData": {"a": "b"}, "data": {"c": "ZA=="}})),
        ("ports and protocols", plain, ports),
        ("node ports", Kind::of::<Service>(), json!({"spec": {"type": "NodePort", "ports": [{"port": 80}]}})),
        (
            "headless",
            Kind::of::<Service>(),
            json!({"spec": {"clusterIP": "None", "selector": {"a": "b"}, "ports": [{"port": 80}]}}),
        ),
        (
            "external name",
            Kind::of::<Service>(),
            json!({"spec": {"type": "ExternalName", "externalName": "Example.com".to_lowercase()}}),
        ),
        (
            "claims",
            Kind::of::<PersistentVolumeClaim>(),
            json!({"spec": {
                "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1.5Gi"}}, "storageClassName": "",
            }}),
        ),
        (
            "ingresses",
            Kind::of::<Ingress>(),
            json!({"spec": {
                "defaultBackend": backend, "tls": [{"hosts": ["b.example.com", "a.example.com"]}],
                "rules": [{"host": "a.example.com", "http": {"paths": [{"path": "/", "pathType": "ImplementationSpecific", "backend": backend}]}}],
            }}),
        ),
        (
            "network policies",
            Kind::of::<NetworkPolicy>(),
            json!({"spec": {
                "podSelector": {}, "policyTypes": ["Ingress", "Egress"], "egress": [{}],
                "ingress": [{"from": [{"namespaceSelector": {}}, {"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.1.0.0/16"]}}], "ports": [{"port": 80}, {"port": "http", "protocol": "UDP"}]}],
            }}),
        ),
        (
            "disruption budgets",
            Kind::of::<PodDisruptionBudget>(),
            json!({"spec": {"maxUnavailable": "50%", "selector": selector}}),
        ),
        (
            "cron jobs",
            Kind::of::<CronJob>(),
            json!({"spec": {
                "schedule": "@hourly", "suspend": true, "jobTemplate": {"metadata": {"labels": {}}, "spec": {"template": {"spec": {
                    "restartPolicy": "OnFailure", "containers": [{"name": "a", "image": "a", "command": []}],
                }}}},
            }}),
        ),
        (
            "jobs",
            Kind::of::<Job>(),
            json!({"spec": {
                "suspend": true, "backoffLimit": 0, "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "a"}]}},
            }}),
        ),
        (
            "autoscalers",
            Kind::of::<HorizontalPodAutoscaler>(),
            json!({"spec": {
                "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "x"}, "maxReplicas": 3,
                "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}}],
                "behavior": {"scaleDown": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 60}]}},
            }}),
        ),
        (
            "roles",
            Kind::of::<Role>(),
            json!({"rules": [
                {"apiGroups": [""], "resources": ["pods", "configmaps"], "verbs": ["list", "get"]},
                {"apiGroups": ["apps"], "resources": ["deployments"], "resourceNames": [], "verbs": ["*"]},
            ]}),
        ),
        (
            "role bindings",
            Kind::of::<RoleBinding>(),
            json!({
                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "x"},
                "subjects": [{"kind": "ServiceAccount", "name": "x", "namespace": "y"}, {"kind": "User", "name": "u"}],
            }),
        ),
        (
            "service accounts",
            Kind::of::<ServiceAccount>(),
            json!({"imagePullSecrets": [{"name": "a"}], "secrets": []}),
        ),
        (
            "custom resources",
            kinds::bag(),
            json!({"spec": {
                "set": ["b", "a"], "map": [{"name": "x", "size": 1}, {"name": "y"}], "loose": {"a": {"b": [1, null, {}]}, "e": {}},
                "embedded": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "e", "labels": {"a": "b"}}, "data": {"x": "y"}},
                "port": "http", "amount": 1, "atomic": {"a": "b"}, "list": [{"a": "1"}, {"a": "2"}], "wait": "1h0m0s", "empty": {}, "none": [],
            }}),
        ),
    ]
}

pub(crate) async fn what_is_sent_is_covered_and_sent_again_changes_nothing(world: &World) {
    for (index, (what, kind, rest)) in rows().into_iter().enumerate() {
        let name = format!("n{index}");
        let created = world.create(&kind, &name, rest.clone()).await;
        let body = world.body(&kind, &name, rest.clone());
        assert_eq!(uncovered(&body, &created), Vec::<String>::new(), "{what}");
        let again = world.update(&kind, &name, uid(&created), rest).await;
        assert_eq!(uncovered(&body, &again), Vec::<String>::new(), "{what}");
        // A controller may have written a status meanwhile, but never the rest.
        let spec = |object: &Value| (object["spec"].clone(), object["data"].clone(), object["rules"].clone());
        assert_eq!(spec(&again), spec(&created), "{what}");
        assert_eq!(again["metadata"]["generation"], created["metadata"]["generation"], "{what}");
    }
}

pub(crate) async fn what_no_server_takes_is_named(world: &World) {
    let rows = [
        (
            "twice",
            container(json!({"env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]})),
            "env",
        ),
        (
            "ports",
            container(json!({"ports": [{"containerPort": 80}, {"containerPort": 80, "protocol": "TCP"}]})),
            "ports",
        ),
        ("unknown", kinds::deployment_spec(json!({"replica": 1})), "spec.replica"),
    ];
    let kind = kinds::deployment();
    for (name, rest, field) in rows {
        target!(target, world, kind, name);
        match create(&target, &world.body(&kind, name, rest), &world.owner).await {
            Err(RequestError::Rejected(rejection)) => {
                let told = rejection.field().unwrap_or_default();
                assert!(told.contains(field), "{name}: {rejection:?}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}
