//! Every value that a field of an object ever has, as a watch tells it.

use std::sync::{Arc, Mutex};

use futures::{StreamExt, TryStreamExt};
use kube::api::{DynamicObject, WatchEvent, WatchParams};
use kubewright::k8s::apps::v1::Deployment;
use kubewright_tests::{World, eventually};
use serde_json::Value;
use tokio::task::JoinHandle;

/// The values of a field of a Deployment, each once in a row.
pub(crate) struct Values {
    seen: Arc<Mutex<(String, Vec<Value>)>>,
    task: JoinHandle<()>,
}

impl Values {
    pub(crate) async fn of(world: &World, name: &str, pointer: &'static str) -> Self {
        let api = world.objects::<Deployment>();
        let params = WatchParams::default().fields(&format!("metadata.name={name}"));
        let version = world.get::<Deployment>(name).await;
        let first = version.pointer(pointer).cloned().unwrap_or_default();
        let version = version["metadata"]["resourceVersion"].as_str().unwrap().to_owned();
        let seen = Arc::new(Mutex::new((version.clone(), vec![first])));
        let note = seen.clone();
        let task = tokio::spawn(async move {
            let mut events = api.watch(&params, &version).await.unwrap().boxed();
            while let Some(event) = events.try_next().await.unwrap() {
                if let WatchEvent::Added(object) | WatchEvent::Modified(object) = event {
                    take(&note, &object, pointer);
                }
            }
        });
        Self { seen, task }
    }

    /// All values until now.
    pub(crate) async fn all(&self, world: &World, name: &str) -> Vec<Value> {
        let now = world.get::<Deployment>(name).await["metadata"]["resourceVersion"].clone();
        eventually("the watch has told all", async || {
            let seen = self.seen.lock().unwrap();
            if seen.0 == now { Ok(seen.1.clone()) } else { Err(seen.0.clone()) }
        })
        .await
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn take(seen: &Mutex<(String, Vec<Value>)>, object: &DynamicObject, pointer: &str) {
    let value = serde_json::to_value(object).unwrap().pointer(pointer).cloned().unwrap_or_default();
    let mut seen = seen.lock().unwrap();
    seen.0 = object.metadata.resource_version.clone().unwrap();
    if seen.1.last() != Some(&value) {
        seen.1.push(value);
    }
}
