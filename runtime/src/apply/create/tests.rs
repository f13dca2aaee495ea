//! Whose object is it?

use serde_json::json;

use super::*;

fn owner() -> Owner {
    Owner {
        group: "example.com".into(),
        kind: "MyApp".into(),
        name: "app".into(),
        uid: "ours".into(),
        applied: "example.com/applied".into(),
        ..Owner::default()
    }
}

fn judged(metadata: Value) -> Verdict {
    let mut object = json!({"metadata": {"name": "app", "uid": "u", "resourceVersion": "1"}});
    object["metadata"].as_object_mut().unwrap().extend(metadata.as_object().unwrap().clone());
    judge(&Object::from_slice(object.to_string().as_bytes(), &["m"]).unwrap(), &owner(), Some("1-hash"), "m")
}

fn reference(api_version: &str, kind: &str, name: &str, uid: &str, controller: bool) -> Value {
    json!({"apiVersion": api_version, "kind": kind, "name": name, "uid": uid, "controller": controller})
}

#[test]
fn ours_by_uid_whatever_the_version_and_the_controller_flag() {
    for reference in [
        reference("example.com/v1", "MyApp", "app", "ours", true),
        reference("example.com/v1alpha1", "MyApp", "renamed", "ours", true),
        reference("example.com/v1", "MyApp", "app", "ours", false),
    ] {
        assert_eq!(judged(json!({"ownerReferences": [reference]})), Verdict::Ours);
    }
}

#[test]
fn what_is_on_its_way_out_is_waited_for() {
    let ours = reference("example.com/v1", "MyApp", "app", "ours", true);
    let marked = json!({"deletionTimestamp": "2026-01-01T00:00:00Z", "ownerReferences": [ours]});
    assert_eq!(judged(marked), Verdict::Wait(Waiting::Terminating));
    let earlier = reference("example.com/v1beta1", "MyApp", "app", "older", true);
    assert_eq!(judged(json!({"ownerReferences": [earlier]})), Verdict::Wait(Waiting::EarlierIncarnation));
}

#[test]
fn strangers_are_named() {
    let rows = [
        reference("other.com/v1", "MyApp", "app", "x", true),
        reference("example.com/v1", "Other", "app", "x", true),
        reference("example.com/v1", "MyApp", "other", "x", true),
    ];
    for reference in rows {
        let holder = Holder::Controller {
            kind: reference["kind"].as_str().unwrap().into(),
            name: reference["name"].as_str().unwrap().into(),
        };
        let ours = self::reference("example.com/v1", "MyApp", "app", "ours", false);
        assert_eq!(judged(json!({"ownerReferences": [ours, reference]})), Verdict::Strangers(holder));
    }
    let entry = json!({"manager": "kubectl", "operation": "Update", "fieldsV1": {"f:data": {}}});
    let holder = Holder::Managers(vec!["kubectl".into()]);
    assert_eq!(holder.to_string(), "written by kubectl");
    assert_eq!(judged(json!({"managedFields": [entry]})), Verdict::Strangers(holder));
}

#[test]
fn what_bears_the_hash_of_our_body_is_ours_when_it_lost_its_references() {
    let entry =
        |manager: &str| json!([{"manager": manager, "operation": "Apply", "fieldsV1": {"f:data": {}}}]);
    let hash = |hash: &str| json!({"example.com/applied": hash});
    let ours = json!({"annotations": hash("1-hash"), "managedFields": entry("m")});
    assert_eq!(judged(ours), Verdict::Ours);
    let copied = json!({"annotations": hash("1-hash"), "managedFields": entry("kubectl")});
    assert_eq!(judged(copied), Verdict::Strangers(Holder::Managers(vec!["kubectl".into()])));
    let of_another_owner = json!({"annotations": hash("1-other"), "managedFields": entry("m")});
    assert!(matches!(judged(of_another_owner), Verdict::Strangers(_)));
}
