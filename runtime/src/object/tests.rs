//! Reading objects.

use super::*;

const DEPLOYMENT: &str = r#"{
  "apiVersion": "apps/v1", "kind": "Deployment",
  "metadata": {
    "name": "app", "namespace": "ns", "uid": "u1", "resourceVersion": "7", "generation": 3,
    "labels": {"a": "b"}, "annotations": {"quote\"d": "x"},
    "ownerReferences": [{"apiVersion": "example.com/v1", "kind": "MyApp", "name": "app", "uid": "o1", "controller": true}],
    "managedFields": [
      {"manager": "me", "operation": "Apply", "fieldsV1": {"f:spec": {"f:replicas": {}}}},
      {"manager": "me", "operation": "Update", "subresource": "status", "fieldsV1": {"f:status": {}}},
      {"manager": "kubectl", "operation": "Update", "fieldsV1": {"f:spec": {}}}
    ]
  },
  "spec": {"replicas": 2, "huge": 18446744073709551615, "one": 1.0}
}"#;

#[test]
fn keeps_our_own_fields_and_only_the_names_of_others() {
    let object = Object::from_slice(DEPLOYMENT.as_bytes(), &["me"]).unwrap();
    assert_eq!(object.own_fields("me").unwrap().get(), r#"{"f:spec": {"f:replicas": {}}}"#);
    assert_eq!(object.other_managers(), ["kubectl"]);
    assert!(object.is_written_by(&["x", "kubectl"], false) && !object.is_written_by(&["kubectl"], true));
    assert!(!object.is_written_by(&["me"], false), "by applies alone");
    assert!(object.own_fields("kubectl").is_none());
    assert!(!object.body().contains("managedFields"));
}

#[test]
fn the_rest_of_the_body_is_as_it_was() {
    let object = Object::from_slice(DEPLOYMENT.as_bytes(), &[]).unwrap();
    let mut want: Value = serde_json::from_str(DEPLOYMENT).unwrap();
    want["metadata"].as_object_mut().unwrap().remove("managedFields");
    assert_eq!(object.value(), want);
    assert!(object.body().contains("1.0"), "numbers keep their spelling");
    assert_eq!(object.meta().controller().unwrap().group(), "example.com");
    assert_eq!(object.meta().key().to_string(), "ns/app");
}

#[test]
fn bytes_that_are_no_object_are_an_error_without_content() {
    for bytes in
        [r#"{"kind":"X"}"#, r#"{"metadata":{}}"#, r#"[1]"#, "\"s3cret\"", r#"{"metadata":{"name":5}}"#]
    {
        let error = Object::from_slice(bytes.as_bytes(), &[]).unwrap_err().to_string();
        assert!(!error.contains("s3cret"), "{error}");
    }
}

#[test]
fn a_type_that_does_not_fit_is_named_without_the_value() {
    let secret = r#"{"metadata":{"name":"s","namespace":"n"},"data":"s3cret"}"#;
    let object = Object::from_slice(secret.as_bytes(), &[]).unwrap();
    let error = object.decode::<k8s_openapi::api::core::v1::Secret>("Secret").unwrap_err().to_string();
    assert!(error.contains("n/s") && error.contains("Secret") && error.contains("map"), "{error}");
    assert!(!error.contains("s3cret"), "{error}");
    assert!(!format!("{object:?}").contains("s3cret"));
}

#[test]
fn a_value_that_reads_like_an_error_is_not_shown_either() {
    let object = r#"{"metadata":{"name":"s"},"data":"x, expected s3cret"}"#;
    let object = Object::from_slice(object.as_bytes(), &[]).unwrap();
    let error = object.decode::<k8s_openapi::api::core::v1::Secret>("Secret").unwrap_err().to_string();
    assert!(error.contains("expected a map at line 1 column"), "{error}");
}

#[test]
fn paths_follow_scope_and_group() {
    let deployment = Kind::of::<k8s_openapi::api::apps::v1::Deployment>();
    assert_eq!(deployment.path(&ObjectKey::namespaced("n", "a")), "/apis/apps/v1/namespaces/n/deployments/a");
    let role = Kind::of::<k8s_openapi::api::rbac::v1::ClusterRole>();
    assert_eq!(
        role.path(&ObjectKey::new(None, "system:a")),
        "/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Aa"
    );
    let service = Kind::of::<k8s_openapi::api::core::v1::Service>();
    assert_eq!(service.collection(None), "/api/v1/services");
    assert_eq!(service.resource(), "services");
}
