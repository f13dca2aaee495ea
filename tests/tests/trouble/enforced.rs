//! A cluster that lets nobody block the deletion of what they have no right to hold. There is an admission plugin for it
//! (OwnerReferencesPermissionEnforcement); here a policy asks the same question.

use kube::{
    Api,
    api::{ApiResource, DeleteParams, DynamicObject, GroupVersionKind, PostParams},
};
use kubewright::{declare, k8s::core::v1::ConfigMap};
use kubewright_tests::{Gadget, Script, World, eventually, message, said};
use serde_json::{Value, json};

/// What the plugin refuses.
const RULE: &str = "!has(object.metadata.ownerReferences) || object.metadata.ownerReferences.all(owner, \
    owner.kind != 'Gadget' || !has(owner.blockOwnerDeletion) || !owner.blockOwnerDeletion || \
    authorizer.group('gadget.kubewright.test').resource('gadgets').subresource('finalizers')\
    .namespace(object.metadata.namespace).name(owner.name).check('update').allowed())";

async fn make(world: &World, kind: &str, name: &str, spec: Value) -> Api<DynamicObject> {
    let gvk = GroupVersionKind::gvk("admissionregistration.k8s.io", "v1", kind);
    let api = Api::all_with(world.client.clone(), &ApiResource::from_gvk(&gvk));
    let object =
        json!({"apiVersion": gvk.api_version(), "kind": kind, "metadata": {"name": name}, "spec": spec});
    api.create(&PostParams::default(), &serde_json::from_value(object).unwrap()).await.unwrap();
    api
}

#[tokio::test]
async fn where_owner_references_need_a_right_it_is_among_those_that_are_made() {
    let Some(world) = World::of::<Gadget>("enforced").await else { return };
    let namespace = world.namespace.name().to_owned();
    let name = format!("enforce-{namespace}");
    let spec = json!({
        "failurePolicy": "Fail",
        "matchConstraints": {
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}},
            "resourceRules": [{
                "apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE", "UPDATE"],
                "resources": ["configmaps"],
            }],
        },
        "validations": [
            {"expression": RULE, "message": "it would block the deletion of its owner", "reason": "Forbidden"},
            {"expression": "object.metadata.name != 'probe'", "message": "the policy acts"},
        ],
    });
    let policies = make(&world, "ValidatingAdmissionPolicy", &name, spec).await;
    let binding = json!({"policyName": name, "validationActions": ["Deny"]});
    let bindings = make(&world, "ValidatingAdmissionPolicyBinding", &name, binding).await;
    eventually("the policy acts", async || {
        let probe = json!({"metadata": {"name": "probe"}});
        match world.try_create::<ConfigMap>(probe, true).await {
            Err(_) => Ok(()),
            Ok(taken) => Err(taken),
        }
    })
    .await;

    // Without the right nothing is made, and the object says why.
    let rules = declare::rbac::<Gadget>().unwrap().rules.unwrap();
    let others: Vec<_> = rules
        .into_iter()
        .filter(|rule| !rule.resources.as_ref().unwrap().iter().any(|name| name.ends_with("/finalizers")))
        .collect();
    let config = world.poor(json!(others)).await;
    let running = world.manager_of(config.clone()).operator::<Gadget>(Script::default()).start().unwrap();
    world.create_as::<Gadget>(json!({"metadata": {"name": "g"}, "spec": {"value": 1}})).await;
    let refused =
        world.until::<Gadget>("g", "it is refused", |found| said(found, "Ready").starts_with("False/")).await;
    let text = message(&refused, "Ready");
    assert!(text.contains("it would block the deletion of its owner"), "{text}");
    assert_eq!(world.read::<ConfigMap>("g").await, None);
    assert!(running.stop().await);

    // With all that the declaration makes there is nothing to say.
    let all = json!({"rules": declare::rbac::<Gadget>().unwrap().rules});
    world.edit::<kubewright::k8s::rbac::v1::Role>("poor", all).await;
    let running = world.manager_of(config).operator::<Gadget>(Script::default()).start().unwrap();
    world.until_said::<Gadget>("g", "Ready", "True/Available").await;
    world.edit::<Gadget>("g", json!({"spec": {"value": 2}})).await;
    world.until::<ConfigMap>("g", "it is changed", |found| found["data"]["value"] == "2").await;
    assert!(running.stop().await);
    bindings.delete(&name, &DeleteParams::default()).await.unwrap();
    policies.delete(&name, &DeleteParams::default()).await.unwrap();
}
