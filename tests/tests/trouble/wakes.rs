//! `on` and `when`: what wakes an object, and what they cannot hide.

use kubewright::{
    __private::kube::api::{Patch, PatchParams},
    k8s::core::v1::ConfigMap,
    manager::Running,
    prelude::*,
};
use kubewright_tests::{Place, Script, Trouble, TroubleStatus, World, eventually};
use serde_json::{Value, json};

/// An object that sleeps through most things.
#[operator(
    group = "dozer.kubewright.test", version = "v1",
    status = TroubleStatus,
    on(generation), when = any(of_sound, created),
    watches(ConfigMap(on(generation), when = not(silent))),
    finalizer = "dozer.kubewright.test/finalizer",
    state = Script,
)]
pub(crate) struct DozerSpec {
    /// Wakes.
    #[crd(default = 0)]
    pub(crate) sound: i64,
    /// Does not.
    #[crd(default = 0)]
    pub(crate) light: i64,
}

fn of_sound(change: Change<'_, Dozer>) -> bool {
    assert_ne!(change.object().spec.sound, -1, "told to panic in `when`");
    matches!(change, Change::Updated { .. }) && change.differs(|dozer| dozer.spec.sound)
}

fn created(change: Change<'_, Dozer>) -> bool {
    matches!(change, Change::Created(_))
}

fn silent(change: Change<'_, ConfigMap>) -> bool {
    change.object().data.as_ref().is_some_and(|data| data.contains_key("silent"))
}

impl Reconcile for Dozer {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<DozerChildren, Trouble> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        match &*name {
            "lister" => {
                let found = cx.list::<ConfigMap>("bed=soft");
                cx.state().note(&name, found.iter().map(|config| config.name_any()).collect::<String>());
            }
            _ => drop(cx.get::<ConfigMap>("blanket")),
        }
        Ok(DozerChildren {})
    }

    async fn observe(
        &self,
        _cx: &Context<Self>,
        _seen: &DozerObserved,
        status: &mut TroubleStatus,
    ) -> Result<Action, Trouble> {
        status.value = self.spec.sound;
        Ok(Action::await_change())
    }
}

impl Cleanup for Dozer {
    async fn cleanup(&self, cx: &Context<Self>) -> Result<Cleaned, Trouble> {
        cx.state().note_call(Place::Cleanup, &self.name_any());
        Ok(Cleaned::Done)
    }
}

struct Test {
    world: World,
    script: Script,
    running: Running,
}

impl Test {
    async fn begin(name: &str) -> Option<Self> {
        let world = World::of::<Dozer>(name).await?;
        let script = Script::default();
        let running = world.start::<Dozer>(script.clone()).await;
        Some(Self { world, script, running })
    }

    async fn dozer(&self, name: &str) {
        let object = json!({"metadata": {"name": name}, "spec": {"sound": 1}});
        self.world.create_as::<Dozer>(object).await;
        self.world.until_said::<Dozer>(name, "Ready", "True/Available").await;
        self.world.quiet(&self.running).await;
    }

    fn calls(&self, name: &str) -> usize {
        self.script.calls(name, Place::Desired)
    }

    /// How many passes an edit brings, once it has been seen and all is quiet.
    async fn passes(&self, name: &str, patch: Value) -> usize {
        let before = self.calls(name);
        self.world.edit::<Dozer>(name, patch).await;
        self.quiet().await;
        self.calls(name) - before
    }

    /// Until all that was done has been seen: an edit that wakes comes after it in the same stream, for each kind.
    async fn quiet(&self) {
        let mark = self.calls("fence");
        let fence = async |patch| drop(self.world.edit::<Dozer>("fence", patch).await);
        fence(json!({"spec": {"sound": mark + 10}})).await;
        eventually("the fence has its pass", async || match self.calls("fence") > mark {
            true => Ok(()),
            false => Err(mark),
        })
        .await;
        self.world.quiet(&self.running).await;
    }

    async fn configs_passes(&self, of: &str, patch: Value) -> usize {
        let before = self.calls(of);
        let edited = self.world.edit::<ConfigMap>("blanket", patch).await;
        let kind = kubewright::object::Kind::of::<ConfigMap>();
        let key = ObjectKey::namespaced(self.world.namespace.name(), "blanket");
        eventually("the edit is seen", async || {
            let seen = self.running.cached(&kind, &key).map(|object| object.meta().resource_version.clone());
            if seen.as_deref() == edited["metadata"]["resourceVersion"].as_str() { Ok(()) } else { Err(seen) }
        })
        .await;
        self.world.quiet(&self.running).await;
        self.calls(of) - before
    }
}

#[tokio::test]
async fn what_is_not_named_or_not_wanted_starts_no_pass() {
    let Some(test) = Test::begin("wakes").await else { return };
    test.dozer("fence").await;
    test.dozer("cat").await;
    for patch in [
        json!({"metadata": {"labels": {"a": "b"}}}),
        json!({"metadata": {"annotations": {"a": "b"}}}),
        json!({"metadata": {"finalizers": ["dozer.kubewright.test/finalizer", "others.kubewright.test/hold"]}}),
        json!({"spec": {"light": 1}}),
    ] {
        assert_eq!(test.passes("cat", patch.clone()).await, 0, "{patch}");
    }
    // One more if the operator's own status was seen before the answer to its write.
    let passes = test.passes("cat", json!({"spec": {"sound": 2}})).await;
    assert!((1..=2).contains(&passes), "{passes}");
    let passes = test.passes("cat", json!({"spec": {"sound": -1}})).await;
    assert!((1..=2).contains(&passes), "a function that panics hides nothing: {passes}");
    test.world.until::<Dozer>("cat", "it was seen", |cat| cat["status"]["value"] == -1).await;
    test.world
        .edit::<Dozer>("cat", json!({"metadata": {"finalizers": ["dozer.kubewright.test/finalizer"]}}))
        .await;
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn what_nobody_may_miss_starts_a_pass_in_any_case() {
    let Some(test) = Test::begin("wakes-vital").await else { return };
    test.dozer("fence").await;
    test.dozer("cat").await;
    let first = test.world.read::<Dozer>("cat").await.unwrap();

    // The switch that pauses, both ways.
    test.world
        .edit::<Dozer>("cat", json!({"metadata": {"annotations": {"dozer.kubewright.test/paused": "true"}}}))
        .await;
    test.world.until_said::<Dozer>("cat", "Ready", "Unknown/Paused").await;
    test.world
        .edit::<Dozer>("cat", json!({"metadata": {"annotations": {"dozer.kubewright.test/paused": null}}}))
        .await;
    test.world.until_said::<Dozer>("cat", "Ready", "True/Available").await;

    // A lost finalizer, and what somebody else does to our part of the status.
    test.world.edit::<Dozer>("cat", json!({"metadata": {"finalizers": null}})).await;
    let guarded = |cat: &Value| cat["metadata"]["finalizers"] == json!(["dozer.kubewright.test/finalizer"]);
    test.world.until::<Dozer>("cat", "the finalizer is back", guarded).await;
    test.quiet().await;
    let (api, params) = (test.world.api::<Dozer>(), PatchParams::default());
    api.patch_status("cat", &params, &Patch::Merge(json!({"status": {"value": 7}}))).await.unwrap();
    test.world.until::<Dozer>("cat", "the value is back", |cat| cat["status"]["value"] == 1).await;

    // A deletion mark, and another object of the same name.
    test.world.delete::<Dozer>("cat").await;
    test.world.until_gone::<Dozer>("cat").await;
    assert_eq!(test.script.calls("cat", Place::Cleanup), 1);
    test.dozer("cat").await;
    let second = test.world.read::<Dozer>("cat").await.unwrap();
    assert_ne!(first["metadata"]["uid"], second["metadata"]["uid"]);

    // What changed while nobody looked.
    let Test { world, script, running } = test;
    assert!(running.stop().await);
    world.edit::<Dozer>("cat", json!({"spec": {"light": 5}})).await;
    let before = script.calls("cat", Place::Desired);
    let running = world.start::<Dozer>(script.clone()).await;
    eventually("a pass after the start", async || match script.calls("cat", Place::Desired) > before {
        true => Ok(()),
        false => Err(before),
    })
    .await;
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_watched_object_wakes_its_readers_by_what_is_named() {
    let Some(test) = Test::begin("wakes-watched").await else { return };
    test.world.create_as::<ConfigMap>(json!({"metadata": {"name": "blanket"}, "data": {"wool": "1"}})).await;
    test.dozer("cat").await;
    test.dozer("lister").await;
    for (patch, cat, lister) in [
        (json!({"metadata": {"annotations": {"a": "b"}}}), 0, 0),
        (json!({"data": {"wool": "2"}}), 1, 0),
        (json!({"metadata": {"labels": {"colour": "red"}}}), 0, 0),
        // It comes into the list, changes there, and leaves it, silently or not.
        (json!({"metadata": {"labels": {"bed": "soft"}}}), 0, 1),
        (json!({"metadata": {"labels": {"colour": "blue"}}}), 0, 0),
        (json!({"data": {"wool": "3"}}), 1, 1),
        (json!({"data": {"silent": "yes"}}), 0, 0),
        (json!({"metadata": {"labels": {"bed": "hard"}}}), 0, 1),
        (json!({"data": {"silent": null}}), 1, 0),
    ] {
        let before = test.calls("lister");
        assert_eq!(test.configs_passes("cat", patch.clone()).await, cat, "{patch}");
        assert_eq!(test.calls("lister") - before, lister, "{patch}");
    }
    let mut seen = test.script.seen("lister");
    seen.dedup();
    assert_eq!(seen, ["", "blanket", ""]);
    assert!(test.running.stop().await);
}
