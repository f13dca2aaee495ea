//! What an object has read, kept right: over failed passes, over a restart, after its end, and over several caches of one
//! kind.

use kubewright::{k8s::core::v1::ConfigMap, manager::Running, object::Kind, prelude::*};
use kubewright_tests::{Act, Place, Script, Trouble, TroubleStatus, World, eventually, said};
use serde_json::{Value, json};

/// An object that reads ConfigMaps by name: those that are marked, and its own child.
#[operator(
    group = "clerk.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(Option<ConfigMap>),
    watches(ConfigMap(labels = "marked=yes")),
    state = Script,
)]
pub(crate) struct ClerkSpec {
    /// Names to read.
    #[crd(default = Vec::new())]
    pub(crate) names: Vec<String>,
    /// Whether there is a child.
    #[crd(default = false)]
    pub(crate) child: bool,
}

impl Reconcile for Clerk {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<ClerkChildren, Trouble> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        let read = |name: &String| match cx.get::<ConfigMap>(name) {
            Some(config) => format!("{name}={}", config.annotations().get("v").map_or("", |v| v)),
            None => format!("{name} absent"),
        };
        cx.state().note(&name, self.spec.names.iter().map(read).collect::<Vec<_>>().join(", "));
        cx.state().play(Place::Desired, &name).await?;
        Ok(ClerkChildren { config_map: self.spec.child.then(ConfigMap::default) })
    }
}

struct Test {
    world: World,
    script: Script,
    running: Running,
}

impl Test {
    async fn begin(name: &str) -> Option<Self> {
        let world = World::of::<Clerk>(name).await?;
        let script = Script::default();
        let running = world.start::<Clerk>(script.clone()).await;
        Some(Self { world, script, running })
    }

    async fn clerk(&self, names: &[&str], child: bool) {
        let clerk = json!({"metadata": {"name": "clerk"}, "spec": {"names": names, "child": child}});
        self.world.create_as::<Clerk>(clerk).await;
        self.world.until_said::<Clerk>("clerk", "Ready", "True/Available").await;
        self.world.quiet(&self.running).await;
    }

    async fn config(&self, name: &str, marked: &str) {
        let labels = json!({"marked": marked});
        self.world.create_as::<ConfigMap>(json!({"metadata": {"name": name, "labels": labels}})).await;
    }

    async fn until_seen(&self, wanted: &str) {
        eventually(&format!("it sees {wanted:?}"), async || {
            let seen = self.script.seen("clerk");
            if seen.last().is_some_and(|seen| seen == wanted) { Ok(()) } else { Err(seen) }
        })
        .await;
        self.world.quiet(&self.running).await;
    }

    /// How many passes start when this ConfigMap gets this value, once the operator has seen it.
    async fn starts(&self, name: &str, value: &str) -> u64 {
        let before = self.running.queues()[0].starts;
        let annotated = json!({"metadata": {"annotations": {"v": value}}});
        let edited = self.world.edit::<ConfigMap>(name, annotated).await;
        let key = ObjectKey::namespaced(self.world.namespace.name(), name);
        eventually("the edit is seen", async || {
            let seen = self.running.cached(&Kind::of::<ConfigMap>(), &key);
            let version = seen.map(|object| object.meta().resource_version.clone());
            if version.as_deref() == edited["metadata"]["resourceVersion"].as_str() {
                Ok(())
            } else {
                Err(version)
            }
        })
        .await;
        self.world.quiet(&self.running).await;
        self.running.queues()[0].starts - before
    }
}

#[tokio::test]
async fn a_failed_pass_adds_to_what_was_read_and_a_good_one_replaces_it() {
    let Some(test) = Test::begin("records").await else { return };
    test.config("old", "yes").await;
    test.config("new", "yes").await;
    test.clerk(&["old"], false).await;
    assert_eq!((test.starts("old", "1").await, test.starts("new", "1").await), (1, 0));

    test.script.tell("clerk", Place::Desired, Act::Refuse);
    test.world.edit::<Clerk>("clerk", json!({"spec": {"names": ["new"]}})).await;
    test.world.until_said::<Clerk>("clerk", "Ready", "False/Refused").await;
    test.world.quiet(&test.running).await;
    assert_eq!((test.starts("old", "2").await, test.starts("new", "2").await), (1, 1));

    test.script.clear("clerk", Place::Desired);
    test.starts("new", "3").await;
    test.world.until_said::<Clerk>("clerk", "Ready", "True/Available").await;
    test.world.quiet(&test.running).await;
    assert_eq!((test.starts("old", "4").await, test.starts("new", "4").await), (0, 1));
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn a_restart_makes_the_record_complete_and_the_end_of_an_object_forgets_it() {
    let Some(test) = Test::begin("records-restart").await else { return };
    test.config("here", "yes").await;
    test.clerk(&["here", "missing"], false).await;
    let Test { world, script, running } = test;
    assert!(running.stop().await);
    let before = script.seen("clerk").len();
    let running = world.start::<Clerk>(script.clone()).await;
    eventually("the pass after the start", async || match script.seen("clerk").len() {
        seen if seen > before => Ok(()),
        seen => Err(seen),
    })
    .await;
    let test = Test { world, script, running };
    test.world.quiet(&test.running).await;
    assert_eq!(test.starts("here", "1").await, 1);
    test.config("missing", "yes").await;
    test.until_seen("here=1, missing=").await;

    test.world.delete::<Clerk>("clerk").await;
    test.world.until_gone::<Clerk>("clerk").await;
    test.world.quiet(&test.running).await;
    assert_eq!((test.starts("here", "2").await, test.starts("missing", "2").await), (0, 0));
    assert_eq!(test.running.queues()[0].known, 0);
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn a_kind_with_several_caches_is_read_and_followed_in_each() {
    let Some(test) = Test::begin("records-caches").await else { return };
    test.config("marked", "yes").await;
    test.config("other", "no").await;
    test.clerk(&["marked", "other", "clerk"], true).await;
    // Its own child is in the cache of children; what is not marked is in none.
    test.until_seen("marked=, other absent, clerk=").await;
    test.starts("marked", "1").await;
    test.until_seen("marked=1, other absent, clerk=").await;
    test.world.edit::<ConfigMap>("clerk", json!({"metadata": {"annotations": {"v": "1"}}})).await;
    test.until_seen("marked=1, other absent, clerk=1").await;
    // What gets a mark comes, what loses it goes.
    for (mark, seen) in [("yes", "other="), ("no", "other absent")] {
        test.world.edit::<ConfigMap>("other", json!({"metadata": {"labels": {"marked": mark}}})).await;
        test.until_seen(&format!("marked=1, {seen}, clerk=1")).await;
    }
    // A child with a mark is in both, and is one object.
    test.world.edit::<ConfigMap>("clerk", json!({"metadata": {"labels": {"marked": "yes"}}})).await;
    test.world.edit::<ConfigMap>("clerk", json!({"metadata": {"annotations": {"v": "2"}}})).await;
    test.until_seen("marked=1, other absent, clerk=2").await;
    let clerk: Value = test.world.read::<Clerk>("clerk").await.unwrap();
    assert_eq!(said(&clerk, "Ready"), "True/Available");
    assert!(test.running.stop().await);
}
