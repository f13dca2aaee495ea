//! A namespace per test.

use std::{fmt, time::Duration};

use kube::{
    Api, Client,
    api::{DeleteParams, ObjectMeta, PostParams},
};

use k8s_openapi::api::core::v1;

use crate::{Cluster, Error, dirs::random_suffix, wait};

/// How long the ServiceAccount of a new namespace may take to come.
const ACCOUNT_LIMIT: Duration = Duration::from_secs(30);
const USER_AGENT: &str = "kubewright-devcluster";

/// A namespace that belongs to one test.
///
/// [`delete`](Self::delete) asks for its deletion; dropping it does the same in the background, as well as it can.
#[derive(Debug)]
pub struct Namespace {
    name: String,
    /// `None` once its deletion was asked for.
    cluster: Option<Cluster>,
}

impl Namespace {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks for its deletion and does not wait for it: a namespace takes at least 5 seconds to go.
    ///
    /// # Errors
    ///
    /// [`Error::Api`] when the server refuses or cannot be reached.
    pub async fn delete(mut self) -> Result<(), Error> {
        match self.cluster.take() {
            Some(cluster) => delete(&cluster.client(USER_AGENT).await?, &self.name).await,
            None => Ok(()),
        }
    }
}

impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let Some(cluster) = self.cluster.take() else { return };
        let name = std::mem::take(&mut self.name);
        // The runtime of the test may be gone before a task of it runs, so this has a thread of its own. Best effort:
        // a namespace that stays hurts nobody, its name is never used again.
        std::thread::spawn(move || {
            wait::block_on(async move { delete(&cluster.client(USER_AGENT).await?, &name).await })
        });
    }
}

/// Creates a namespace with a fresh name and waits until pods can run in it.
pub(crate) async fn create(cluster: Cluster, prefix: &str) -> Result<Namespace, Error> {
    let client = cluster.client(USER_AGENT).await?;
    let name = format!("{prefix}-{}", random_suffix(8));
    let metadata = ObjectMeta { name: Some(name.clone()), ..ObjectMeta::default() };
    let body = v1::Namespace { metadata, ..v1::Namespace::default() };
    let created = Api::all(client.clone()).create(&PostParams::default(), &body).await;
    created.map_err(Error::api(format!("creating namespace {name}")))?;
    let controllers = cluster.has_controllers();
    let namespace = Namespace { name, cluster: Some(cluster) };
    if controllers {
        account(&client, &namespace.name).await?;
    }
    Ok(namespace)
}

/// Waits for the ServiceAccount `default`, without which no pod is admitted.
async fn account(client: &Client, namespace: &str) -> Result<(), Error> {
    let accounts = Api::<v1::ServiceAccount>::namespaced(client.clone(), namespace);
    let what = format!("ServiceAccount {namespace}/default");
    let looked = tokio::time::timeout(ACCOUNT_LIMIT, async {
        while accounts.get_metadata_opt("default").await?.is_none() {
            tokio::time::sleep(wait::POLL).await;
        }
        Ok(())
    });
    match looked.await {
        Ok(found) => found.map_err(Error::api(what)),
        Err(_) => Err(Error::Timeout { what, after: ACCOUNT_LIMIT }),
    }
}

async fn delete(client: &Client, name: &str) -> Result<(), Error> {
    let deleted = Api::<v1::Namespace>::all(client.clone()).delete(name, &DeleteParams::default()).await;
    match deleted {
        Err(kube::Error::Api(status)) if status.code == 404 => Ok(()),
        other => other.map(drop).map_err(Error::api(format!("deleting namespace {name}"))),
    }
}
