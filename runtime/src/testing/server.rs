//! CRDs before a real API server, which knows the types and costs of CEL rules.

use http::Request;
use http_body_util::BodyExt;
use k8s_openapi::{
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    apimachinery::pkg::apis::meta::v1::Status,
};
use kube::{Client, client::Body};

use crate::{declare::manifest, text::chain};

/// Nothing is stored, and no unknown field is overlooked.
const CREATE: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All&fieldValidation=Strict&fieldManager=kubewright";

/// Whether a real API server takes the CRDs: they are created as a dry run. What it warns of is printed.
///
/// The control plane is found, built or started as `kubewright-devcluster` does it. `KUBEWRIGHT_SKIP_CLUSTER=1` skips
/// the check and says so.
///
/// # Errors
/// What the server says, each cause with its field.
///
/// # Panics
/// When there is no control plane to be had, with a list of all ways to one.
pub fn accepted(crds: &[CustomResourceDefinition]) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no async runtime: {error}"))?;
    runtime.block_on(async {
        let Some(cluster) = kubewright_devcluster::for_tests().await else { return Ok(()) };
        let client = cluster.client("kubewright-testing").await.map_err(|error| chain(&error))?;
        let mut refused = Vec::new();
        for crd in crds {
            if let Err(message) = create(&client, crd).await {
                refused.push(message);
            }
        }
        if refused.is_empty() { Ok(()) } else { Err(refused.join("\n")) }
    })
}

async fn create(client: &Client, crd: &CustomResourceDefinition) -> Result<(), String> {
    let kind = &crd.spec.names.kind;
    let failed = |what: &str, error: &dyn std::error::Error| format!("{kind}: {what}: {}", chain(error));
    let body = manifest(crd).map_err(|error| failed("no JSON", &error))?.to_string().into_bytes();
    let request = Request::post(CREATE)
        .header("content-type", "application/json")
        .body(Body::from(body))
        .map_err(|error| failed("no request", &error))?;
    let answer = client.send(request).await.map_err(|error| failed("no answer", &error))?;
    for warning in answer.headers().get_all("warning").iter().filter_map(|warning| warning.to_str().ok()) {
        eprintln!("{kind}: the API server warns: {}", warning.trim_start_matches("299 - ").trim_matches('"'));
    }
    let code = answer.status();
    // Created already by somebody else: the server says so after it has found nothing wrong.
    if code.is_success() || code == http::StatusCode::CONFLICT {
        return Ok(());
    }
    let body = answer.into_body().collect().await.map_err(|error| failed("no answer", &error))?.to_bytes();
    let Ok(status) = serde_json::from_slice::<Status>(&body) else {
        return Err(format!("{kind}: the API server answers {code}: {}", String::from_utf8_lossy(&body)));
    };
    Err(said(kind, &status))
}

/// What the server complains of, a line for each field.
fn said(kind: &str, status: &Status) -> String {
    let causes = status.details.iter().flat_map(|details| details.causes.iter().flatten());
    let causes: Vec<String> = causes
        .map(|cause| {
            let field = cause.field.as_deref().map(field).unwrap_or_default();
            format!("\n  {field}: {}", cause.message.as_deref().unwrap_or_default())
        })
        .collect();
    if causes.is_empty() {
        return format!(
            "{kind}: the API server refuses the CRD: {}",
            status.message.as_deref().unwrap_or_default()
        );
    }
    format!("{kind}: the API server refuses the CRD:{}", causes.concat())
}

/// A place in a CRD, shortened to the place in an object where it lies in a schema:
/// `spec.validation.openAPIV3Schema.properties[spec].properties[tags].items` is `.spec.tags[]`.
fn field(path: &str) -> String {
    let Some((_, mut rest)) = path.split_once(".openAPIV3Schema") else { return path.to_owned() };
    let mut out = String::new();
    loop {
        if let Some((name, after)) = rest.strip_prefix(".properties[").and_then(|rest| rest.split_once(']')) {
            out = out + "." + name;
            rest = after;
        } else if let Some(after) = rest.strip_prefix(".items") {
            out += "[]";
            rest = after;
        } else if let Some(after) = rest.strip_prefix(".additionalProperties") {
            out += ".*";
            rest = after;
        } else {
            break;
        }
    }
    match rest.strip_prefix('.') {
        _ if rest.is_empty() => out,
        Some(keyword) if out.is_empty() => keyword.to_owned(),
        Some(keyword) => format!("{out} ({keyword})"),
        None => out + rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_as_in_an_object() {
        let schema = "spec.validation.openAPIV3Schema";
        for (tail, wanted) in [
            (".properties[spec].properties[tags].items", ".spec.tags[]"),
            (".properties[spec].additionalProperties.properties[a.b]", ".spec.*.a.b"),
            (
                ".properties[spec].x-kubernetes-validations[0].rule",
                ".spec (x-kubernetes-validations[0].rule)",
            ),
            (".x-kubernetes-validations[1]", "x-kubernetes-validations[1]"),
        ] {
            assert_eq!(field(&format!("{schema}{tail}")), wanted);
        }
        assert_eq!(field("spec.versions[0].schema.openAPIV3Schema.properties[status]"), ".status");
        assert_eq!(field("spec.group"), "spec.group");
    }

    #[test]
    fn every_cause_is_told() {
        let status = serde_json::json!({ "message": "refused", "details": { "causes": [
            { "field": "spec.group", "message": "Required value" },
            { "field": "spec.scope", "message": "Unsupported value" },
        ] } });
        let status: Status = serde_json::from_value(status).unwrap();
        let lines = "Foo: the API server refuses the CRD:\n  spec.group: Required value\n  spec.scope: Unsupported value";
        assert_eq!(said("Foo", &status), lines);
        let status = Status { message: Some("no".to_owned()), ..Status::default() };
        assert_eq!(said("Foo", &status), "Foo: the API server refuses the CRD: no");
    }
}
