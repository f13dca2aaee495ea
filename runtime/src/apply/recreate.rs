//! A child that cannot be changed into what is wanted: told by the server's words, and tried out before it is deleted.

use http::{Method, StatusCode};
use serde_json::Value;

use super::{
    error::{Rejection, RequestError},
    target::Target,
};
use crate::{
    client::{Call, Cause},
    object::Kind,
};

/// Whether a body is refused because a field of the object cannot be changed. The server has no word for machines for that;
/// these are the words of its validation (`k8s.io/kubernetes/pkg/apis/*/validation`) and of the rules that custom
/// resources have by convention. A policy that forbids updates names no field: what it guards must not be deleted.
pub(super) fn is_of_immutable_field(causes: &[Cause]) -> bool {
    const WORDS: [&str; 7] = [
        // Deployment's selector, Job's template, a Secret that says so, `#[crd(immutable)]`.
        "is immutable",
        // Service's clusterIP and ipFamilies.
        "may not change once set",
        // StatefulSet.
        "updates to statefulset spec for fields other than",
        // Pod.
        "pod updates may not change fields other than",
        // RoleBinding.
        "cannot change roleRef",
        // PriorityClass, PersistentVolume's source.
        "may not be changed",
        // StorageClass.
        "updates to parameters are forbidden",
    ];
    let of_field = |cause: &Cause| WORDS.iter().any(|words| cause.message.contains(words));
    causes.iter().any(|cause| !cause.field.is_empty() && of_field(cause))
}

/// Kinds that are data, or hold the data of others: never deleted to be made anew.
pub fn is_data(kind: &Kind) -> bool {
    matches!(
        (&*kind.group, &*kind.kind),
        ("", "PersistentVolumeClaim" | "PersistentVolume" | "Namespace")
            | ("apiextensions.k8s.io", "CustomResourceDefinition")
    )
}

/// Asks the server whether it would take `body` as a new object, without storing it. That there is one of its name
/// still, and that this one holds its ports and addresses, is no obstacle. One request, a dry run.
///
/// # Errors
/// [`RequestError::Rejected`] if it would be refused; the other ones if that cannot be found out now.
pub async fn rehearse(target: &Target<'_>, body: &Value) -> Result<(), RequestError> {
    let path = target.kind.collection(target.key.namespace.as_deref());
    let call = Call::send(Method::POST, path, "application/json", body)
        .query("dryRun", "All")
        .query("fieldManager", target.server.manager());
    let answer = target.server.call(call).await?;
    match answer.status {
        code if code.is_success() => Ok(()),
        // Names are compared last.
        StatusCode::CONFLICT if answer.refusal().reason == "AlreadyExists" => Ok(()),
        // A webhook that has no dry run says so with 400, before anything is said about the object.
        StatusCode::BAD_REQUEST if answer.refusal().message.contains("does not support dry run") => Ok(()),
        StatusCode::UNPROCESSABLE_ENTITY => {
            let rejection = Rejection::from(target.refusal(&answer));
            let held = |message: &str| message.contains("already allocated");
            let causes = &rejection.causes;
            if !causes.is_empty() && causes.iter().all(|cause| held(&cause.message)) {
                return Ok(());
            }
            Err(RequestError::Rejected(rejection))
        }
        _ => Err(RequestError::read(target, "create", &answer)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_of_an_immutable_field_by_its_words_and_its_field() {
        for (field, message, expected) in [
            ("spec.selector", "Invalid value: {}: field is immutable", true),
            ("spec.clusterIPs[0]", "Invalid value: [\"10.0.0.9\"]: may not change once set", true),
            ("roleRef", "Invalid value: {}: cannot change roleRef", true),
            ("spec.replicas", "Invalid value: -1: must be greater than or equal to 0", false),
            ("", "ValidatingAdmissionPolicy 'freeze' denied request: spec is immutable today", false),
        ] {
            let cause = Cause { reason: String::new(), message: message.to_owned(), field: field.to_owned() };
            assert_eq!(is_of_immutable_field(&[cause]), expected, "{message}");
        }
    }
}
