//! Kubernetes' own types inside of a spec.

use k8s_openapi::{
    api::core::v1::{PersistentVolumeClaim, PodTemplateSpec},
    apiextensions_apiserver::pkg::apis::apiextensions::v1::{JSON, JSONSchemaProps},
    apimachinery::pkg::{
        api::resource::Quantity, apis::meta::v1::Time, runtime::RawExtension, util::intstr::IntOrString,
    },
};
use serde_json::{Value, json};

use super::schema;

#[test]
fn int_or_string_has_no_type_and_no_text_of_others() {
    assert_eq!(schema::<IntOrString>(), json!({ "x-kubernetes-int-or-string": true }));
    assert_eq!(schema::<Quantity>(), json!({ "x-kubernetes-int-or-string": true }));
    assert_eq!(schema::<Time>(), json!({ "type": "string", "format": "date-time" }));
}

#[test]
fn embedded_metadata_and_raw_objects_are_not_pruned() {
    for embedded in [schema::<PodTemplateSpec>(), schema::<PersistentVolumeClaim>()] {
        assert_eq!(embedded.get("required"), None);
        let metadata = &embedded["properties"]["metadata"];
        assert_eq!(metadata["x-kubernetes-preserve-unknown-fields"], true);
        assert_eq!(metadata["properties"]["labels"]["additionalProperties"]["type"], "string");
    }
    assert_eq!(
        schema::<RawExtension>(),
        json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true })
    );
    assert_eq!(schema::<JSON>(), json!({ "x-kubernetes-preserve-unknown-fields": true }));
}

#[test]
fn four_pod_specs_fit_into_what_kubectl_apply_can_take() {
    let bytes = schema::<PodTemplateSpec>().to_string().len();
    assert!(4 * bytes < 262_144, "{bytes}");
}

#[test]
fn types_that_contain_themselves_end() {
    let schema: Value = schema::<JSONSchemaProps>();
    let text = schema.to_string();
    assert!(!text.contains("$ref\":{\"$ref") && !text.contains("$defs"));
    assert_eq!(schema["properties"]["not"]["x-kubernetes-preserve-unknown-fields"], true);
}
