//! The MyApps: made by many clients at once, and followed until they are ready.

use std::{collections::HashSet, sync::Arc, time::Duration};

use futures::{StreamExt, TryStreamExt, stream};
use kubewright::{
    __private::kube::{
        Api, Client,
        api::{DynamicObject, PostParams},
        core::ApiResource,
    },
    cache::{Cache, CacheSpec, Caches},
    clock::RealClock,
    k8s::core::v1::ConfigMap,
    object::{Kind, Object, ObjectKey},
    prelude::ObjectMeta,
};
use kubewright_devcluster::{Cluster, Namespace};
use myapp_operator::MyApp;
use serde_json::json;

use crate::{Arguments, Failure, progress::Progress};

/// Name of the ConfigMap in every namespace that each second MyApp names.
const CONFIG: &str = "settings";

/// Namespaces, each with a ConfigMap.
pub(crate) async fn namespaces(cluster: &Cluster, count: u32) -> Result<Vec<Namespace>, Failure> {
    let client = cluster.client("kubewright-load").await?;
    let mut namespaces = Vec::new();
    for _ in 0..count {
        let namespace = cluster.namespace("load").await?;
        let config = ConfigMap { data: Some([("mode".into(), "1".into())].into()), ..ConfigMap::default() };
        let config = ConfigMap { metadata: named(CONFIG), ..config };
        Api::namespaced(client.clone(), namespace.name()).create(&PostParams::default(), &config).await?;
        namespaces.push(namespace);
    }
    Ok(namespaces)
}

/// Creates all MyApps. Each has one replica, as in the peers' bench.
pub(crate) async fn create(
    cluster: &Cluster,
    namespaces: &[Namespace],
    arguments: &Arguments,
) -> Result<(), Failure> {
    let client = cluster.client("kubewright-load").await?;
    let resource = ApiResource::erase::<MyApp>(&());
    let (client, resource) = (&client, &resource);
    stream::iter(0..arguments.objects)
        .map(|number| async move {
            let namespace = namespaces[number as usize % namespaces.len()].name();
            let mut spec = json!({ "image": "registry.example.com/app:1", "replicas": 1 });
            if number % 2 == 0 {
                spec["configMapRef"] = json!(CONFIG);
            }
            let app = DynamicObject::new(&format!("app-{number:05}"), resource).data(json!({ "spec": spec }));
            Api::<DynamicObject>::namespaced_with(client.clone(), namespace, resource)
                .create(&PostParams::default(), &app)
                .await
                .map(drop)
        })
        .buffer_unordered(arguments.clients as usize)
        .try_for_each(|()| async { Ok(()) })
        .await
        .map_err(Failure::from)
}

/// Follows all MyApps.
pub(crate) struct Follower {
    caches: Caches,
    cache: Arc<Cache>,
}

impl Follower {
    /// Begins to follow.
    pub(crate) fn new(client: Client) -> Self {
        let caches = Caches::new(client, Vec::new(), Arc::new(RealClock));
        let cache = caches.get(&CacheSpec::all(Kind::of::<MyApp>()));
        Self { caches, cache }
    }

    /// Waits until so many are ready at once.
    pub(crate) async fn ready(
        &self,
        count: usize,
        patience: Duration,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let mut changes = self.cache.subscribe();
        let mut ready: HashSet<ObjectKey> = HashSet::new();
        while ready.len() < count {
            let left = patience.saturating_sub(progress.elapsed());
            match tokio::time::timeout(left.min(Duration::from_secs(1)), changes.recv()).await {
                Ok(Some(change)) if change.new.as_deref().is_some_and(is_ready) => {
                    ready.insert(change.key);
                }
                Ok(Some(change)) => {
                    ready.remove(&change.key);
                }
                Ok(None) => return Err("the watch of MyApps has ended".into()),
                Err(_) if left.is_zero() => {
                    return Err(format!("only {} of {count} became ready", ready.len()).into());
                }
                Err(_) => {}
            }
            progress.tick(&format!("{} of {count} ready", ready.len()));
        }
        Ok(())
    }

    /// Follows no longer.
    pub(crate) async fn stop(self) {
        self.caches.stop().await;
    }
}

/// Whether the object says that it is ready as it is wanted now.
fn is_ready(object: &Object) -> bool {
    let value = object.value();
    let status = &value["status"];
    let conditions = status["conditions"].as_array();
    status["observedGeneration"] == value["metadata"]["generation"]
        && status["availableReplicas"] == value["spec"]["replicas"]
        && conditions.into_iter().flatten().any(|c| c["type"] == "Ready" && c["status"] == "True")
}

fn named(name: &str) -> ObjectMeta {
    ObjectMeta { name: Some(name.to_owned()), ..ObjectMeta::default() }
}
