//! What a test leaves behind is let go.

use std::{thread, time::Duration};

use kubewright::__private::kube::{
    self, Api, ResourceExt,
    api::{ApiResource, DynamicObject, ListParams, Patch, PatchParams},
};
use kubewright_devcluster::Cluster;
use serde_json::json;
use tokio::task::JoinSet;

/// How long it may take. What stays behind then hurts nobody but the control plane.
const LIMIT: Duration = Duration::from_secs(20);

/// Takes the finalizers off all objects of a kind in a namespace, and waits for that.
///
/// The operator that would do so ends with its test. A namespace that cannot go costs the control plane a round of
/// requests about every kind there is, every few seconds: after some hundred tests it does little else.
pub(crate) fn release(cluster: &Cluster, namespace: &str, resource: &ApiResource) {
    let (cluster, namespace, resource) = (cluster.clone(), namespace.to_owned(), resource.clone());
    let work = thread::spawn(move || {
        // A thread and a runtime of its own, because the test's may be about to end. All of this is best effort.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
        runtime.block_on(async {
            let client = cluster.client("kubewright-test").await.ok()?;
            let objects = Api::namespaced_with(client, &namespace, &resource);
            tokio::time::timeout(LIMIT, strip(objects)).await.ok()?.ok()
        })
    });
    let _ = work.join();
}

async fn strip(objects: Api<DynamicObject>) -> kube::Result<()> {
    let mut patches = JoinSet::new();
    for object in objects.list(&ListParams::default()).await?.items {
        if object.finalizers().is_empty() {
            continue;
        }
        let objects = objects.clone();
        patches.spawn(async move {
            let none = json!({"metadata": {"finalizers": null}});
            objects.patch(&object.name_any(), &PatchParams::default(), &Patch::Merge(none)).await
        });
    }
    patches.join_all().await;
    Ok(())
}
