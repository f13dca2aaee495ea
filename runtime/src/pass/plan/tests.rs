//! Names, namespaces and marks of children.

use k8s_openapi::api::{apps::v1::Deployment, core::v1::ConfigMap, rbac::v1::ClusterRole};

use super::*;
use crate::declare::Scope;

const OWNS: &[Owned] = &[
    Owned::new("deployment", Arity::One, Kind::of::<Deployment>),
    Owned { named: true, ..Owned::new("extra_config", Arity::Optional, Kind::of::<ConfigMap>) },
    Owned { named: true, ..Owned::new("configs", Arity::Many, Kind::of::<ConfigMap>) },
    Owned::new("role", Arity::One, Kind::of::<ClusterRole>),
];

const NAMESPACED: Declaration =
    Declaration { owns: OWNS, ..Declaration::new("op", "example.com", "v1", "MyApp", "myapps", "myapp") };
const CLUSTER: Declaration = Declaration { scope: Scope::Cluster, ..NAMESPACED };

fn owner(namespace: Option<&str>) -> Object {
    let value = json!({"metadata": {"name": "app", "namespace": namespace, "uid": "u-1"}});
    Object::from_slice(value.to_string().as_bytes(), &[]).unwrap()
}

fn child(entry: usize, metadata: Value) -> Child {
    Child { entry, value: json!({"apiVersion": "v1", "kind": "K", "metadata": metadata}) }
}

fn one(declaration: &Declaration, namespace: Option<&str>, child: Child) -> Result<Planned, Failed> {
    plan(declaration, &owner(namespace), vec![child]).map(|mut planned| planned.remove(0))
}

fn reason(declaration: &Declaration, namespace: Option<&str>, child: Child) -> String {
    let failed = one(declaration, namespace, child).err().unwrap();
    assert_eq!(failed.class, Class::Permanent);
    failed.reason.into_owned()
}

#[test]
fn names_come_from_the_owner_and_the_entry() {
    let name =
        |entry, metadata| one(&NAMESPACED, Some("ns"), child(entry, metadata)).unwrap().key.to_string();
    assert_eq!(name(0, json!({})), "ns/app");
    assert_eq!(name(1, json!({})), "ns/app-extra-config");
    assert_eq!(name(2, json!({"name": "given"})), "ns/given");
    assert_eq!(name(0, json!({"namespace": "ns"})), "ns/app");
    assert_eq!(reason(&NAMESPACED, Some("ns"), child(2, json!({}))), "ChildUnnamed");
    assert_eq!(reason(&NAMESPACED, Some("ns"), child(0, json!({"name": "No"}))), "ChildNameInvalid");
}

#[test]
fn a_child_lives_where_its_owner_does() {
    assert_eq!(reason(&NAMESPACED, Some("ns"), child(0, json!({"namespace": "other"}))), "ChildElsewhere");
    assert_eq!(reason(&CLUSTER, None, child(0, json!({}))), "ChildNowhere");
    let role = one(&CLUSTER, None, child(3, json!({}))).unwrap();
    assert_eq!(role.key, ObjectKey::new(None, "app"));
    assert_eq!(role.body["metadata"].get("namespace"), None);
}

#[test]
fn two_children_of_one_name_are_refused() {
    let both = vec![child(1, json!({"name": "same"})), child(2, json!({"name": "same"}))];
    let failed = plan(&NAMESPACED, &owner(Some("ns")), both).err().unwrap();
    assert_eq!(failed.reason, "DuplicateChild");
    assert!(failed.message.contains("ns/same"), "{}", failed.message);
}

#[test]
fn marks_are_put_on_after_the_builder() {
    let stranger = json!({"apiVersion": "v1", "kind": "X", "name": "x", "uid": "x", "controller": true});
    let metadata = json!({
        "labels": {"example.com/operator": "forged", "mine": "1", "app.kubernetes.io/managed-by": "helm"},
        "ownerReferences": [stranger],
    });
    let planned = one(&NAMESPACED, Some("ns"), child(0, metadata)).unwrap();
    let metadata = &planned.body["metadata"];
    assert_eq!(
        metadata["labels"],
        json!({
            "example.com/operator": "op", "example.com/owner-uid": "u-1", "example.com/entry": "deployment",
            "mine": "1", "app.kubernetes.io/managed-by": "helm",
        })
    );
    assert_eq!(
        metadata["ownerReferences"],
        json!([{
            "apiVersion": "example.com/v1", "kind": "MyApp", "name": "app", "uid": "u-1",
            "controller": true, "blockOwnerDeletion": true,
        }])
    );
    assert_eq!(metadata["annotations"]["example.com/applied"], json!(planned.hash));
}
