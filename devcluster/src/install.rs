//! CustomResourceDefinitions: applied, and waited for until they are really served.

use std::time::Duration;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::{
    Api, Client,
    api::{ApiResource, DynamicObject, ListParams, Patch, PatchParams},
};
use serde_json::Value;

use crate::{Error, wait};

/// How long one may take from being applied to being served.
const LIMIT: Duration = Duration::from_secs(30);
/// How often a conflict between processes that apply the same one at once is answered by another try.
const TRIES: usize = 5;

/// Applies all of them, then waits for each.
pub(crate) async fn all(client: &Client, crds: &[Value]) -> Result<(), Error> {
    let mut names = Vec::with_capacity(crds.len());
    for crd in crds {
        names.push(apply(client, crd).await?);
    }
    for name in names {
        match tokio::time::timeout(LIMIT, served(client, &name)).await {
            Ok(served) => served?,
            Err(_) => {
                let what = format!("serving the kind of CustomResourceDefinition {name}");
                return Err(Error::Timeout { what, after: LIMIT });
            }
        }
    }
    Ok(())
}

async fn apply(client: &Client, crd: &Value) -> Result<String, Error> {
    let refused = |name: &str, reason: String| Error::Crd { name: name.to_owned(), reason };
    let name = crd.pointer("/metadata/name").and_then(Value::as_str);
    let name = name.ok_or_else(|| refused("?", "it has no metadata.name".to_owned()))?;
    let params = PatchParams::apply("kubewright-devcluster").force();
    let mut tries = 0;
    loop {
        tries += 1;
        match crds(client).patch(name, &params, &Patch::Apply(crd)).await {
            Ok(_) => return Ok(name.to_owned()),
            // Two that create the same one at once: the slower of them is told so instead of being merged.
            Err(kube::Error::Api(status)) if status.code == 409 && tries < TRIES => {}
            Err(kube::Error::Api(status)) => return Err(refused(name, status.message)),
            Err(error) => return Err(Error::api(format!("applying CustomResourceDefinition {name}"))(error)),
        }
    }
}

/// Waits until it is established and a list of each version answers: the condition comes before the serving does.
async fn served(client: &Client, name: &str) -> Result<(), Error> {
    let what = || Error::api(format!("reading CustomResourceDefinition {name}"));
    let crd = loop {
        let crd = crds(client).get(name).await.map_err(what())?;
        if let Some(reason) = condition(&crd, "NamesAccepted", "False") {
            return Err(Error::Crd { name: name.to_owned(), reason });
        }
        if condition(&crd, "Established", "True").is_some() {
            break crd;
        }
        tokio::time::sleep(wait::POLL).await;
    };
    for version in crd.spec.versions.iter().filter(|version| version.served) {
        let (group, names) = (&crd.spec.group, &crd.spec.names);
        let resource = ApiResource {
            group: group.clone(),
            version: version.name.clone(),
            api_version: format!("{group}/{}", version.name),
            kind: names.kind.clone(),
            plural: names.plural.clone(),
        };
        let objects = Api::<DynamicObject>::all_with(client.clone(), &resource);
        while let Err(error) = objects.list_metadata(&ListParams::default().limit(1)).await {
            match error {
                // Not found yet, or its storage is being made.
                kube::Error::Api(status) if matches!(status.code, 404 | 429 | 503) => {}
                other => return Err(what()(other)),
            }
            tokio::time::sleep(wait::POLL).await;
        }
    }
    Ok(())
}

fn crds(client: &Client) -> Api<CustomResourceDefinition> {
    Api::all(client.clone())
}

/// The message of a condition that has this status.
fn condition(crd: &CustomResourceDefinition, type_: &str, status: &str) -> Option<String> {
    let conditions = crd.status.as_ref()?.conditions.as_ref()?;
    let condition =
        conditions.iter().find(|condition| condition.type_ == type_ && condition.status == status)?;
    Some(condition.message.clone().unwrap_or_default())
}
