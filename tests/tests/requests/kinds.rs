//! The kinds that the tests use, and the smallest body that each accepts.

use kubewright::{
    k8s::{
        apps::v1::{Deployment, StatefulSet},
        autoscaling::v2::HorizontalPodAutoscaler,
        batch::v1::{CronJob, Job},
        core::v1::{ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service, ServiceAccount},
        networking::v1::Ingress,
        policy::v1::PodDisruptionBudget,
        rbac::v1::{ClusterRole, Role},
    },
    object::Kind,
};
use serde_json::{Value, json};

pub(crate) const GROUP: &str = "requests.example.com";

/// A namespaced kind with a status.
pub(crate) fn foo() -> Kind {
    own("Foo", "foos", true)
}

/// A cluster-scoped kind.
pub(crate) fn whole() -> Kind {
    own("Whole", "wholes", false)
}

/// A namespaced kind with one of each shape that a schema knows.
pub(crate) fn bag() -> Kind {
    own("Bag", "bags", true)
}

pub(crate) fn config_map() -> Kind {
    Kind::of::<ConfigMap>()
}

pub(crate) fn deployment() -> Kind {
    Kind::of::<Deployment>()
}

fn own(kind: &'static str, plural: &'static str, namespaced: bool) -> Kind {
    Kind { group: GROUP.into(), version: "v1".into(), kind: kind.into(), plural: plural.into(), namespaced }
}

pub(crate) fn crds() -> Vec<Value> {
    let mut bag = crd(&bag());
    bag["spec"]["versions"][0]["schema"] = json!({"openAPIV3Schema": bag_schema()});
    [foo(), whole()].iter().map(crd).chain([bag]).collect()
}

fn bag_schema() -> Value {
    let text = json!({"type": "string"});
    let item = json!({"type": "object", "properties": {"name": text, "size": {"type": "integer", "default": 7}}, "required": ["name"]});
    let open = json!({"type": "object", "additionalProperties": text});
    let mut atomic = open.clone();
    atomic["x-kubernetes-map-type"] = json!("atomic");
    json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
        "set": {"type": "array", "items": text, "x-kubernetes-list-type": "set"},
        "map": {"type": "array", "items": item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]},
        "loose": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
        "embedded": {"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true},
        "port": {"x-kubernetes-int-or-string": true}, "amount": {"type": "number"}, "atomic": atomic, "empty": open,
        "list": {"type": "array", "items": open}, "none": {"type": "array", "items": text}, "wait": text,
        "defaulted": {"type": "string", "default": "x"},
    }}}})
}

fn crd(kind: &Kind) -> Value {
    let condition = json!({
        "type": "object", "required": ["type", "status"],
        "properties": {"type": {"type": "string"}, "status": {"type": "string"}},
    });
    let mut version = json!({
        "name": "v1", "served": true, "storage": true,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {
            "spec": {"type": "object", "properties": {
                "size": {"type": "integer", "minimum": 0},
                "note": {"type": "string"},
            }},
            "status": {"type": "object", "properties": {
                "a": {"type": "integer"},
                "b": {"type": "integer"},
                "conditions": {
                    "type": "array", "items": condition,
                    "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
                },
            }},
        }}},
    });
    if kind.kind == "Foo" {
        version["subresources"] = json!({"status": {}});
    }
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": kind.resource()},
        "spec": {
            "group": GROUP, "scope": if kind.namespaced { "Namespaced" } else { "Cluster" }, "versions": [version],
            "names": {"kind": kind.kind, "plural": kind.plural, "singular": kind.kind.to_lowercase()},
        },
    })
}

pub(crate) fn pod_template(spec: Value) -> Value {
    json!({"metadata": {"labels": {"app": "x"}}, "spec": spec})
}

pub(crate) fn containers() -> Value {
    json!({"containers": [{"name": "app", "image": "example.com/app:1"}]})
}

/// A Deployment without pods, whose spec is this besides.
pub(crate) fn deployment_spec(rest: Value) -> Value {
    let mut spec = json!({
        "replicas": 0, "selector": {"matchLabels": {"app": "x"}}, "template": pod_template(containers()),
    });
    crate::world::merge(&mut spec, rest);
    json!({"spec": spec})
}

/// One of each kind that operators usually own.
pub(crate) fn all() -> Vec<(Kind, Value)> {
    let job = || {
        json!({"suspend": true, "template": {"spec": {
            "restartPolicy": "Never", "containers": [{"name": "app", "image": "example.com/app:1"}],
        }}})
    };
    let rules = json!([{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]);
    let port = json!([{"name": "http", "port": 80, "targetPort": "http"}]);
    let target = json!({"apiVersion": "apps/v1", "kind": "Deployment", "name": "x"});
    vec![
        (config_map(), json!({"data": {"a": "b"}})),
        (Kind::of::<Secret>(), json!({"stringData": {"a": "b"}, "type": "Opaque"})),
        (Kind::of::<Service>(), json!({"spec": {"selector": {"app": "x"}, "ports": port}})),
        (Kind::of::<ServiceAccount>(), json!({"automountServiceAccountToken": false})),
        (
            Kind::of::<PersistentVolumeClaim>(),
            json!({"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1024Mi"}}}}),
        ),
        (deployment(), deployment_spec(json!({}))),
        (
            Kind::of::<StatefulSet>(),
            json!({"spec": {
                "replicas": 0, "serviceName": "x", "selector": {"matchLabels": {"app": "x"}},
                "template": pod_template(containers()),
            }}),
        ),
        (Kind::of::<Job>(), json!({"spec": job()})),
        (
            Kind::of::<CronJob>(),
            json!({"spec": {"schedule": "0 0 1 1 *", "suspend": true, "jobTemplate": {"spec": job()}}}),
        ),
        (
            Kind::of::<Ingress>(),
            json!({"spec": {"rules": [{"host": "example.com", "http": {"paths": [{
                "path": "/", "pathType": "Prefix", "backend": {"service": {"name": "x", "port": {"number": 80}}},
            }]}}]}}),
        ),
        (
            Kind::of::<HorizontalPodAutoscaler>(),
            json!({"spec": {"scaleTargetRef": target, "minReplicas": 1, "maxReplicas": 2}}),
        ),
        (
            Kind::of::<PodDisruptionBudget>(),
            json!({"spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "x"}}}}),
        ),
        (Kind::of::<Role>(), json!({"rules": rules})),
        (Kind::of::<ClusterRole>(), json!({"rules": rules})),
        (Kind::of::<Namespace>(), json!({"metadata": {"labels": {"a": "b"}}})),
        (foo(), json!({"spec": {"size": 1}})),
    ]
}
