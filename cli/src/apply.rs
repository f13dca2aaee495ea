//! Samples applied to the cluster, one after the other.

use std::collections::HashMap;

use kube::{
    Api, Client,
    api::{ApiResource, DynamicObject, GroupVersionKind, Patch, PatchParams},
    core::{Status, discovery::Scope},
    discovery,
};

use crate::{
    explain::Operator,
    samples::{Origin, Sample},
};

/// Name under which the samples are applied.
const MANAGER: &str = "cargo-kubewright";
/// Namespace of objects that name none.
pub(crate) const NAMESPACE: &str = "default";

/// Why a sample could not be applied.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApplyError {
    /// The server has no such kind.
    #[error("{origin}: {api_version} {kind}: the server has no such kind")]
    Kind {
        /// Where it stands.
        origin: Origin,
        /// Its API version.
        api_version: String,
        /// Its kind.
        kind: String,
    },
    /// The server refused it.
    #[error("{origin}: {object}: {reason}")]
    Refused {
        /// Where it stands.
        origin: Origin,
        /// Which object.
        object: String,
        /// What the server said, with the fields that it complains of.
        reason: String,
    },
    /// The server could not be asked.
    #[error("{origin}: {object}")]
    Server {
        /// Where it stands.
        origin: Origin,
        /// Which object.
        object: String,
        /// Why not.
        source: Box<kube::Error>,
    },
}

/// Applies samples in their order.
pub(crate) struct Applier {
    client: Client,
    kinds: HashMap<GroupVersionKind, (ApiResource, bool)>,
}

impl Applier {
    /// The operators' kinds are known; others are asked from the server.
    pub(crate) fn new(client: Client, operators: &[Operator]) -> Self {
        let known = |operator: &Operator| {
            let resource = &operator.resource;
            let kind = GroupVersionKind::gvk(&resource.group, &resource.version, &resource.kind);
            (kind, (resource.clone(), operator.namespaced))
        };
        Self { client, kinds: operators.iter().map(known).collect() }
    }

    /// Applies one, taking fields over that others have changed: the file is what the user wants.
    pub(crate) async fn apply(&mut self, sample: &Sample) -> Result<(), ApplyError> {
        let (resource, namespaced) = self.kind(sample).await?;
        let objects: Api<DynamicObject> = if namespaced {
            let namespace = sample.namespace.as_deref().unwrap_or(NAMESPACE);
            Api::namespaced_with(self.client.clone(), namespace, &resource)
        } else {
            Api::all_with(self.client.clone(), &resource)
        };
        // Strict: a field that the kind does not have is a mistake in the sample.
        let parameters = PatchParams::apply(MANAGER).force().validation_strict();
        let applied = objects.patch(&sample.name, &parameters, &Patch::Apply(&sample.object)).await;
        applied.map(drop).map_err(|error| failed(sample, error))
    }

    async fn kind(&mut self, sample: &Sample) -> Result<(ApiResource, bool), ApplyError> {
        let kind = GroupVersionKind::gvk(&sample.group, &sample.version, &sample.kind);
        if let Some(known) = self.kinds.get(&kind) {
            return Ok(known.clone());
        }
        let found = discovery::pinned_kind(&self.client, &kind).await.map_err(|error| match error {
            kube::Error::Discovery(_) => unknown(sample, &kind),
            kube::Error::Api(status) if status.code == 404 => unknown(sample, &kind),
            error => failed(sample, error),
        });
        let (resource, capabilities) = found?;
        let known = (resource, capabilities.scope == Scope::Namespaced);
        // A kind that a sample itself brings may come late, so that only what was found is kept.
        Ok(self.kinds.entry(kind).or_insert(known).clone())
    }
}

fn unknown(sample: &Sample, kind: &GroupVersionKind) -> ApplyError {
    ApplyError::Kind {
        origin: sample.origin.clone(),
        api_version: kind.api_version(),
        kind: kind.kind.clone(),
    }
}

fn failed(sample: &Sample, error: kube::Error) -> ApplyError {
    let (origin, object) = (sample.origin.clone(), format!("{} {}", sample.kind, sample.name));
    match error {
        kube::Error::Api(status) => ApplyError::Refused { origin, object, reason: reason(&status) },
        error => ApplyError::Server { origin, object, source: Box::new(error) },
    }
}

/// The fields that the server complains of, else its message.
fn reason(status: &Status) -> String {
    let causes = status.details.iter().flat_map(|details| &details.causes);
    let fields: Vec<_> = causes
        .filter(|cause| !cause.field.is_empty())
        .map(|cause| format!("{}: {}", cause.field, cause.message))
        .collect();
    if fields.is_empty() { status.message.clone() } else { fields.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_fields_or_says_what_the_server_says() {
        let invalid = serde_json::json!({
            "kind": "Status", "code": 422, "reason": "Invalid", "message": "MyApp \"a\" is invalid: ..",
            "details": {"causes": [
                {"field": "spec.replicas", "message": "should be at least 0", "reason": "FieldValueInvalid"},
                {"field": "spec.port", "message": "should be at least 1", "reason": "FieldValueInvalid"},
            ]},
        });
        let status: Status = serde_json::from_value(invalid).unwrap();
        assert_eq!(reason(&status), "spec.replicas: should be at least 0; spec.port: should be at least 1");
        let status = Status { message: "namespaces \"x\" not found".to_owned(), ..Status::default() };
        assert_eq!(reason(&status), "namespaces \"x\" not found");
    }
}
