//! Mirror: children that are what its spec says, word for word.

use kube::Resource;
use kubewright::{
    clock::Clock,
    k8s::{
        apps::v1::{Deployment, StatefulSet},
        batch::v1::Job,
        core::v1::{ConfigMap, Service},
    },
    manager::Running,
    object::{Kind, ObjectKey, Scoped},
    prelude::*,
};
use kubewright_tests::{Trouble, TroubleStatus, World, eventually};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An object whose children are written in it.
#[operator(
    group = "mirror.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(
        main: Option<Deployment>(shared(metadata.annotations["example.com/note"])),
        remade: Option<Deployment>(on_immutable = recreate),
        set: Option<StatefulSet>(on_immutable = recreate(orphan)),
        front: Option<Service>(on_immutable = recreate),
        fixed: Option<Service>,
        job: Option<Job>(on_immutable = recreate),
        config: Option<ConfigMap>,
    ),
)]
pub(crate) struct MirrorSpec {
    /// The children by their entries.
    pub(crate) children: Value,
}

impl Reconcile for Mirror {
    type Error = Trouble;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MirrorChildren, Trouble> {
        Ok(MirrorChildren {
            main: self.child("main"),
            remade: self.child("remade"),
            set: self.child("set"),
            front: self.child("front"),
            fixed: self.child("fixed"),
            job: self.child("job"),
            config: self.child("config"),
        })
    }
}

impl Mirror {
    fn child<K: DeserializeOwned>(&self, entry: &str) -> Option<K> {
        let child = self.spec.children.get(entry)?;
        Some(serde_json::from_value(child.clone()).expect("a child as its kind wants it"))
    }
}

/// Kind, name and version of an object.
type Version = (Kind, String, String);

/// An operator at work on mirrors.
pub(crate) struct Lab {
    pub(crate) world: World,
    pub(crate) running: Running,
}

impl Lab {
    pub(crate) async fn new(name: &str) -> Option<Self> {
        let world = World::of::<Mirror>(name).await?;
        let running = world.start::<Mirror>(()).await;
        Some(Self { world, running })
    }

    pub(crate) async fn at(name: &str, clock: impl Clock) -> Option<Self> {
        let world = World::of::<Mirror>(name).await?;
        let running = world.start_at::<Mirror>((), clock).await;
        Some(Self { world, running })
    }

    /// Creates the mirror `m` with these children.
    pub(crate) async fn mirror(&self, children: Value) {
        self.world.make::<Mirror>("m", json!({"spec": {"children": children}})).await;
    }

    /// Edits children by a merge patch, and waits until that has been looked at.
    pub(crate) async fn edit(&self, children: Value) {
        self.world.edit::<Mirror>("m", json!({"spec": {"children": children}})).await;
        self.seen().await;
    }

    /// Waits until all that was done has been looked at, and nothing more is to be done now.
    pub(crate) async fn seen(&self) {
        loop {
            let before = self.versions().await;
            eventually("the caches are as the server", async || {
                let stale: Vec<_> =
                    self.versions().await.into_iter().filter(|version| !self.is_cached(version)).collect();
                if stale.is_empty() { Ok(()) } else { Err(stale) }
            })
            .await;
            // The task that takes changes from the caches to the queue shares this thread, and is woken already.
            for _ in 0..3 {
                tokio::task::yield_now().await;
            }
            self.world.quiet(&self.running).await;
            if self.versions().await == before {
                return;
            }
        }
    }

    /// The mirror and its children as the server has them.
    async fn versions(&self) -> Vec<Version> {
        let mut all = Vec::new();
        self.add::<Mirror>(&mut all, "").await;
        let label = "mirror.kubewright.test/operator=mirror-operator";
        self.add::<Deployment>(&mut all, label).await;
        self.add::<StatefulSet>(&mut all, label).await;
        self.add::<Service>(&mut all, label).await;
        self.add::<Job>(&mut all, label).await;
        self.add::<ConfigMap>(&mut all, label).await;
        all
    }

    async fn add<K>(&self, all: &mut Vec<Version>, selector: &str)
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        for object in self.world.list::<K>(selector).await {
            let text = |field: &str| object["metadata"][field].as_str().unwrap_or_default().to_owned();
            all.push((Kind::of::<K>(), text("name"), text("resourceVersion")));
        }
    }

    fn is_cached(&self, (kind, name, version): &Version) -> bool {
        let key = ObjectKey::namespaced(self.world.namespace.name(), name);
        self.running.cached(kind, &key).is_some_and(|object| object.meta().resource_version == *version)
    }

    /// One pass, for no reason.
    pub(crate) async fn pass(&self, n: usize) {
        let note = json!({"metadata": {"annotations": {"example.com/pass": n.to_string()}}});
        self.world.edit::<Mirror>("m", note).await;
        self.seen().await;
    }

    /// What was sent about children since the last `mark`.
    pub(crate) async fn sent(&mut self) -> Vec<String> {
        let mut sent = self.world.sent().await;
        sent.retain(|line| ![" mirrors", " events "].iter().any(|other| line.contains(other)));
        sent
    }
}

/// A Deployment of this spec besides what it needs, without pods.
pub(crate) fn deployment(spec: Value) -> Value {
    let mut all = json!({
        "replicas": 0, "selector": {"matchLabels": {"app": "x"}},
        "template": {
            "metadata": {"labels": {"app": "x"}},
            "spec": {"containers": [{"name": "app", "image": "nginx:1.27"}]},
        },
    });
    for (key, value) in spec.as_object().unwrap() {
        all[key] = value.clone();
    }
    json!({"metadata": {}, "spec": all})
}
