//! One MyApp operator at work in a namespace of its own.

use std::sync::atomic::{AtomicU64, Ordering};

use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::Service},
    manager::Running,
    object::{Kind, ObjectKey, Scoped},
};
use kubewright_tests::{World, eventually};
use myapp_operator::{ExternalServices, MyApp};
use serde_json::{Value, json};

/// What a test works in.
pub(crate) struct Lab {
    pub(crate) world: World,
    pub(crate) running: Running,
}

impl Lab {
    /// On the shared control plane.
    pub(crate) async fn new(name: &str) -> Option<Self> {
        Some(Self::on(World::of::<MyApp>(name).await?).await)
    }

    pub(crate) async fn on(world: World) -> Self {
        let running = world.start::<MyApp>(ExternalServices::new()).await;
        Self { world, running }
    }

    /// Stops the operator in order, and starts it anew.
    pub(crate) async fn restart(self) -> Self {
        assert!(self.running.stop().await, "all passes end in time");
        Self::on(self.world).await
    }

    /// Starts of passes so far.
    pub(crate) fn starts(&self) -> u64 {
        self.running.queues()[0].starts
    }

    /// Waits until no pass runs, and none is to come by itself.
    pub(crate) async fn quiet(&self) {
        eventually("quiet", || async {
            let stats = self.running.queues().remove(0);
            let still = stats.ready == 0 && stats.in_flight == 0 && stats.delayed == 0;
            if still { Ok(()) } else { Err(stats) }
        })
        .await;
    }

    /// Waits until the operator has seen everything that was done before now. Each watch delivers in order, so it has
    /// when it has seen a touch of each kind. Touches of what nobody sends cost no write.
    pub(crate) async fn fence(&self, app: &str) {
        self.touch::<MyApp>(app).await;
        self.touch::<Deployment>(app).await;
        self.touch::<Service>(app).await;
    }

    /// Changes a label that means nothing to anybody, and waits until the pass that follows is over. Not an
    /// annotation: one of a Deployment begins a new generation of it, which its controller must look at first.
    pub(crate) async fn touch<K>(&self, name: &str)
    where
        K: kube::Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        static TOUCHES: AtomicU64 = AtomicU64::new(0);
        let touch = TOUCHES.fetch_add(1, Ordering::Relaxed).to_string();
        self.world.edit::<K>(name, json!({"metadata": {"labels": {"test/touched": touch}}})).await;
        let (kind, key) = (Kind::of::<K>(), ObjectKey::namespaced(self.world.namespace.name(), name));
        eventually("the touch is seen", || async {
            let seen = self.running.cached(&kind, &key);
            let label = seen.as_ref().and_then(|object| object.meta().labels.get("test/touched"));
            if label == Some(&touch) { Ok(()) } else { Err(label.cloned()) }
        })
        .await;
        // The task that takes changes from the cache to the queue shares this thread, and is woken already.
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
        self.quiet().await;
    }

    /// Waits until the app is ready as it is now, and nothing more is to be done.
    pub(crate) async fn settled(&self, app: &str) -> Value {
        self.quiet().await;
        let found = self.world.until::<MyApp>(app, "ready", is_ready).await;
        // The last thing that its controller does with a Deployment comes after its pods are ready.
        let done =
            |deployment: &Value| condition(deployment, "Progressing")["reason"] == "NewReplicaSetAvailable";
        self.world.until::<Deployment>(app, "rolled out", done).await;
        self.quiet().await;
        self.fence(app).await;
        found
    }

    /// Creates an app and waits until it is ready and all is quiet.
    pub(crate) async fn app(&self, name: &str, spec: Value) -> Value {
        self.world.make::<MyApp>(name, json!({"spec": spec})).await;
        self.settled(name).await
    }
}

/// A spec without anything special.
pub(crate) fn plain() -> Value {
    json!({"image": "nginx:1.27"})
}

/// Whether the status says that the app is ready as its spec now is.
pub(crate) fn is_ready(app: &Value) -> bool {
    let generation = &app["metadata"]["generation"];
    let ready = condition(app, "Ready");
    ready["status"] == "True"
        && ready["observedGeneration"] == *generation
        && app["status"]["observedGeneration"] == *generation
}

/// A condition; `null` without it.
pub(crate) fn condition<'a>(app: &'a Value, type_: &str) -> &'a Value {
    let mut all = app["status"]["conditions"].as_array().into_iter().flatten();
    all.find(|condition| condition["type"] == type_).unwrap_or(&Value::Null)
}

/// The image of a Deployment's container.
pub(crate) fn image<'a>(deployment: &'a Value, container: &str) -> &'a Value {
    let mut all = deployment["spec"]["template"]["spec"]["containers"].as_array().into_iter().flatten();
    all.find(|found| found["name"] == container).map_or(&Value::Null, |found| &found["image"])
}

/// A merge patch that sets the image of a Deployment with one container.
pub(crate) fn with_image(image: &str) -> Value {
    json!({"spec": {"template": {"spec": {"containers": [{"name": "app", "image": image}]}}}})
}

/// Of some requests, those that are not about MyApp's status. It may be touched while it is written: then the write is
/// refused, MyApp is read, and it is written again.
pub(crate) fn without_status(sent: &[String]) -> Vec<&str> {
    let refused = |line: &&String| line.starts_with("patch myapps/status ") && line.ends_with(" 409");
    let mut reads = sent.iter().filter(refused).count();
    let mut others = Vec::new();
    for line in sent.iter().filter(|line| !line.starts_with("patch myapps/status ")) {
        if line.starts_with("get myapps ") && reads > 0 {
            reads -= 1;
        } else {
            others.push(line.as_str());
        }
    }
    others
}

/// How many of some requests write MyApp's status.
pub(crate) fn status_writes(sent: &[String]) -> usize {
    sent.iter().filter(|line| line.starts_with("patch myapps/status ")).count()
}
