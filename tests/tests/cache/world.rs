//! A namespace, a user beside us, and a cache.

use std::sync::Arc;

use kube::{
    Api, Client,
    api::{DeleteParams, Patch, PatchParams, PostParams},
    core::{ApiResource, DynamicObject},
};
use kubewright::{
    cache::{Cache, CacheSpec, Caches, Change, Namespaces, Selector},
    clock::RealClock,
    k8s::core::v1::ConfigMap,
    object::{Kind, Object, ObjectKey},
};
use kubewright_devcluster::{Cluster, Namespace};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::tap::Tap;

pub(crate) struct World {
    pub(crate) cluster: Cluster,
    pub(crate) namespace: Namespace,
    /// As somebody with `kubectl`.
    pub(crate) user: Client,
    /// As ourselves.
    pub(crate) client: Client,
}

impl World {
    pub(crate) async fn new() -> Option<Self> {
        Some(Self::on(kubewright_devcluster::for_tests().await?).await)
    }

    /// A world on a control plane that the test started itself.
    pub(crate) async fn on(cluster: Cluster) -> Self {
        let namespace = cluster.namespace("cache").await.unwrap();
        let user = cluster.client("kubewright-user").await.unwrap();
        let client = cluster.client("kubewright-cache").await.unwrap();
        Self { cluster, namespace, user, client }
    }

    pub(crate) fn key(&self, name: &str) -> ObjectKey {
        ObjectKey::namespaced(self.namespace.name(), name)
    }

    /// Labelled objects of a kind in the test's namespace.
    pub(crate) fn spec(&self, kind: Kind) -> CacheSpec {
        let namespaces = Namespaces::Named([self.namespace.name().to_owned()].into());
        CacheSpec { namespaces, selector: Selector::label("cached", "yes"), ..CacheSpec::all(kind) }
    }

    /// A cache of labelled ConfigMaps whose watches wait at a tap. Its list is complete.
    pub(crate) async fn tapped(&self) -> (Tap, Caches, Arc<Cache>) {
        let (tap, client) = Tap::new(self.client.clone());
        let caches = caches(client);
        let cache = caches.get(&self.spec(config_map()));
        cache.settled().await;
        (tap, caches, cache)
    }

    /// Creates a labelled object or changes it, as this client. Returns the server's answer.
    pub(crate) async fn put(&self, client: &Client, name: &str, value: &str) -> Object {
        let body = json!({"data": {"value": value}, "metadata": {"labels": {"cached": "yes"}}});
        self.merge(client, name, &body).await
    }

    /// Creates an object or merges a patch into it. Returns the server's answer.
    pub(crate) async fn merge(&self, client: &Client, name: &str, patch: &Value) -> Object {
        let api = self.api(client, &config_map());
        let answer = match api.get_opt(name).await.unwrap() {
            Some(_) => api.patch(name, &PatchParams::default(), &Patch::Merge(patch)).await,
            None => {
                let mut body = patch.clone();
                body["metadata"]["name"] = json!(name);
                api.create(&PostParams::default(), &serde_json::from_value(typed(body)).unwrap()).await
            }
        };
        object(&answer.unwrap())
    }

    pub(crate) async fn delete(&self, name: &str) {
        self.api(&self.user, &config_map()).delete(name, &DeleteParams::default()).await.unwrap();
    }

    pub(crate) fn api(&self, client: &Client, kind: &Kind) -> Api<DynamicObject> {
        Api::namespaced_with(client.clone(), self.namespace.name(), &resource(kind))
    }
}

pub(crate) fn caches(client: Client) -> Caches {
    Caches::new(client, vec!["cache-test".to_owned()], Arc::new(RealClock))
}

pub(crate) fn config_map() -> Kind {
    Kind::of::<ConfigMap>()
}

pub(crate) fn resource(kind: &Kind) -> ApiResource {
    ApiResource {
        group: kind.group.to_string(),
        version: kind.version.to_string(),
        api_version: kind.api_version(),
        kind: kind.kind.to_string(),
        plural: kind.plural.to_string(),
    }
}

pub(crate) fn object(answer: &DynamicObject) -> Object {
    Object::from_slice(&serde_json::to_vec(answer).unwrap(), &[]).unwrap()
}

/// What a cached ConfigMap says.
pub(crate) fn value(object: &Object) -> String {
    object.value()["data"]["value"].as_str().unwrap_or("-").to_owned()
}

/// The next change: `name old>new`, by what the ConfigMaps say.
pub(crate) async fn next(changes: &mut UnboundedReceiver<Change>) -> String {
    let waited = tokio::time::timeout(std::time::Duration::from_secs(60), changes.recv());
    let change = waited.await.expect("a change in time").expect("a cache that lives");
    let side =
        |side: &Option<Arc<Object>>| side.as_ref().map_or_else(|| "-".to_owned(), |object| value(object));
    let mark = if change.initial { "+" } else { "" };
    format!("{} {}>{}{mark}", change.key.name, side(&change.old), side(&change.new))
}

fn typed(mut body: Value) -> Value {
    body["apiVersion"] = json!("v1");
    body["kind"] = json!("ConfigMap");
    body
}
