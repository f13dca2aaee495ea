//! An admission policy that rewrites what we apply. The server's record of owners is made before admission, so the field
//! stays ours, and nobody fights.

use kube::{
    Api,
    api::{ApiResource, DeleteParams, DynamicObject, GroupVersionKind, PostParams},
};
use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::{World, eventually};
use serde_json::{Value, json};

use crate::mirror::Lab;

async fn make(world: &World, kind: &str, name: &str, spec: Value) -> Api<DynamicObject> {
    let gvk = GroupVersionKind::gvk("admissionregistration.k8s.io", "v1", kind);
    let api = Api::all_with(world.client.clone(), &ApiResource::from_gvk(&gvk));
    let object =
        json!({"apiVersion": gvk.api_version(), "kind": kind, "metadata": {"name": name}, "spec": spec});
    api.create(&PostParams::default(), &serde_json::from_value(object).unwrap()).await.unwrap();
    api
}

#[tokio::test]
async fn a_policy_that_rewrites_our_field_costs_no_writes() {
    let Some(mut lab) = Lab::new("policy").await else { return };
    let namespace = lab.world.namespace.name().to_owned();
    let name = format!("rewrite-{namespace}");
    let spec = json!({
        "failurePolicy": "Fail", "reinvocationPolicy": "Never",
        "matchConstraints": {
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}},
            "resourceRules": [{
                "apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE", "UPDATE"],
                "resources": ["configmaps"],
            }],
        },
        "mutations": [{
            "patchType": "JSONPatch",
            "jsonPatch": {"expression":
                "[JSONPatch{op: 'add', path: '/data', value: {'a': 'policy', 'ours': 'kept', 'added': 'x'}}]"},
        }],
    });
    let policies = make(&lab.world, "MutatingAdmissionPolicy", &name, spec).await;
    let bindings =
        make(&lab.world, "MutatingAdmissionPolicyBinding", &name, json!({"policyName": name})).await;
    eventually("the policy acts", async || {
        let probe = json!({"metadata": {"generateName": "probe-"}, "data": {"a": "probe"}});
        let probed = lab.world.try_create::<ConfigMap>(probe, true).await.unwrap();
        if probed["data"]["a"] == "policy" { Ok(()) } else { Err(probed["data"].to_string()) }
    })
    .await;

    lab.mirror(json!({"config": {"metadata": {}, "data": {"a": "ours", "ours": "kept"}}})).await;
    let found = lab.world.until::<ConfigMap>("m-config", "created", |_| true).await;
    assert_eq!(found["data"], json!({"a": "policy", "added": "x", "ours": "kept"}));
    lab.seen().await;
    lab.world.mark().await;
    for n in 0..10 {
        lab.pass(n).await;
    }
    // The policy rewrites what others write, too.
    lab.world.edit::<ConfigMap>("m-config", json!({"metadata": {"labels": {"theirs": "x"}}})).await;
    lab.seen().await;
    assert_eq!(lab.sent().await, Vec::<String>::new());
    // An edit of ours that is really one is put back by one write, whatever the policy makes of it.
    lab.world
        .edit::<ConfigMap>(
            "m-config",
            json!({"metadata": {"labels": {
                "app.kubernetes.io/managed-by": "somebody",
            }}}),
        )
        .await;
    let back =
        |found: &Value| found["metadata"]["labels"]["app.kubernetes.io/managed-by"] == "mirror-operator";
    lab.world.until::<ConfigMap>("m-config", "put back", back).await;
    for n in 10..13 {
        lab.pass(n).await;
    }
    assert_eq!(lab.sent().await, ["patch configmaps m-config 200"]);
    for api in [bindings, policies] {
        api.delete(&name, &DeleteParams::default()).await.unwrap();
    }
    assert!(lab.running.stop().await);
}
