//! Who is woken by what: tracked reads, `map` functions, and reads that wake nobody.

use kubewright::{
    k8s::core::v1::{ConfigMap, Secret, Service},
    prelude::*,
};
use kubewright_tests::{Act, Place, Script, Trouble, TroubleStatus, World, eventually};
use serde_json::{Value, json};

/// An object that only looks at others.
#[operator(
    group = "listener.kubewright.test", version = "v1",
    status = TroubleStatus,
    watches(ConfigMap, Service(map = pointing_at)),
    reads(Secret),
    state = Script,
)]
pub(crate) struct ListenerSpec {
    /// ConfigMaps to list.
    pub(crate) selector: Option<String>,
    /// Namespace of a ConfigMap named as this object.
    pub(crate) elsewhere: Option<String>,
    /// A Service that wakes this object.
    pub(crate) service: Option<String>,
    /// A Secret to read.
    pub(crate) secret: Option<String>,
}

fn pointing_at(service: &Service, store: &Store<'_, Listener>) -> Vec<ObjectKey> {
    assert_ne!(service.metadata.name.as_deref(), Some("poison"), "told to panic in `map`");
    store.keys_where(|listener| listener.spec.service == service.metadata.name)
}

impl Reconcile for Listener {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<ListenerChildren, Trouble> {
        let (name, spec) = (self.name_any(), &self.spec);
        cx.state().note_call(Place::Desired, &name);
        let mut seen = Vec::new();
        if let Some(selector) = &spec.selector {
            seen.extend(cx.list::<ConfigMap>(selector).iter().map(|found| found.name_any()));
        }
        if let Some(namespace) = &spec.elsewhere {
            let found = cx.get_in::<ConfigMap>(namespace, &name);
            seen.push(if found.is_some() { "there" } else { "not there" }.to_owned());
        }
        if let Some(secret) = &spec.secret {
            let found = cx.get::<Secret>(secret);
            let labels = found.and_then(|found| found.labels().get("version").cloned());
            seen.push(labels.unwrap_or_else(|| "none".to_owned()));
        }
        cx.state().note(&name, seen.join(" "));
        cx.state().play(Place::Desired, &name).await?;
        Ok(ListenerChildren {})
    }
}

fn listener(name: &str, spec: Value) -> Value {
    json!({"metadata": {"name": name}, "spec": spec})
}

fn labelled(name: &str, label: &str) -> Value {
    json!({"metadata": {"name": name, "labels": {"app": label}}})
}

struct Test {
    world: World,
    elsewhere: World,
    script: Script,
}

impl Test {
    /// Waits until the last pass of an object saw this.
    async fn until_seen(&self, name: &str, wanted: &str) {
        eventually(&format!("{name} sees {wanted:?}"), async || {
            let seen = self.script.seen(name);
            (seen.last().map(String::as_str) == Some(wanted)).then_some(()).ok_or(seen)
        })
        .await;
    }

    fn passes(&self) -> Vec<(&'static str, usize)> {
        let names = ["one", "two", "elsewhere", "served", "secretive"];
        names.map(|name| (name, self.script.calls(name, Place::Desired))).to_vec()
    }

    /// Who was woken since, and how often.
    fn woken(&self, before: &[(&'static str, usize)]) -> Vec<(&'static str, usize)> {
        let woken = self.passes().into_iter().zip(before).map(|((name, now), (_, then))| (name, now - then));
        woken.filter(|(_, passes)| *passes > 0).collect()
    }
}

#[tokio::test]
async fn a_change_wakes_exactly_those_that_read_it() {
    let Some(world) = World::of::<Listener>("reads").await else { return };
    let Some(elsewhere) = World::of::<Listener>("reads-else").await else { return };
    let script = Script::default();
    let namespaces = [world.namespace.name(), elsewhere.namespace.name()];
    let manager = world.manager().await.namespaces(namespaces);
    let running = manager.operator::<Listener>(script.clone()).start().unwrap();
    world.create_as::<Listener>(listener("one", json!({"selector": "app=one"}))).await;
    world.create_as::<Listener>(listener("two", json!({"selector": "app in (two, both)"}))).await;
    world.create_as::<Listener>(listener("elsewhere", json!({"elsewhere": namespaces[1]}))).await;
    world.create_as::<Listener>(listener("served", json!({"service": "mine"}))).await;
    world.create_as::<Listener>(listener("secretive", json!({"secret": "hidden"}))).await;
    let mut test = Test { world, elsewhere, script };
    for (name, seen) in [("one", ""), ("two", ""), ("elsewhere", "not there"), ("secretive", "none")] {
        test.until_seen(name, seen).await;
        test.world.until_said::<Listener>(name, "Ready", "True/Available").await;
    }
    test.world.until_said::<Listener>("served", "Ready", "True/Available").await;
    test.world.quiet(&running).await;

    // By label, also by one that is lost and one that comes.
    let before = test.passes();
    test.world.create_as::<ConfigMap>(labelled("a", "one")).await;
    test.until_seen("one", "a").await;
    test.world.quiet(&running).await;
    assert_eq!(test.woken(&before), [("one", 1)]);
    let before = test.passes();
    test.world.edit::<ConfigMap>("a", json!({"metadata": {"labels": {"app": "both"}}})).await;
    test.until_seen("one", "").await;
    test.until_seen("two", "a").await;
    test.world.quiet(&running).await;
    assert_eq!(test.woken(&before), [("one", 1), ("two", 1)]);

    // What is no longer read wakes no more.
    test.world.edit::<Listener>("two", json!({"spec": {"selector": "app=three"}})).await;
    test.until_seen("two", "").await;
    test.world.quiet(&running).await;
    let before = test.passes();
    test.world.delete::<ConfigMap>("a").await;
    test.world.create_as::<ConfigMap>(labelled("c", "three")).await;
    test.until_seen("two", "c").await;
    test.world.quiet(&running).await;
    assert_eq!(test.woken(&before), [("two", 1)]);

    // In another namespace, absent at first.
    let before = test.passes();
    test.elsewhere.create_as::<ConfigMap>(labelled("elsewhere", "one")).await;
    test.until_seen("elsewhere", "there").await;
    test.elsewhere.delete::<ConfigMap>("elsewhere").await;
    test.until_seen("elsewhere", "not there").await;
    test.world.quiet(&running).await;
    assert_eq!(test.woken(&before), [("elsewhere", 2)]);

    // What a failed pass read wakes as well: it may be what the error was about.
    test.script.tell("elsewhere", Place::Desired, Act::Refuse);
    test.world.edit::<Listener>("elsewhere", json!({"metadata": {"labels": {"look": "again"}}})).await;
    test.world.until_said::<Listener>("elsewhere", "Ready", "False/Refused").await;
    test.world.quiet(&running).await;
    let before = test.passes();
    test.elsewhere.create_as::<ConfigMap>(labelled("elsewhere", "one")).await;
    test.until_seen("elsewhere", "there").await;
    test.script.clear("elsewhere", Place::Desired);
    test.elsewhere.delete::<ConfigMap>("elsewhere").await;
    test.until_seen("elsewhere", "not there").await;
    test.world.until_said::<Listener>("elsewhere", "Ready", "True/Available").await;
    test.world.quiet(&running).await;
    // Twice, and once more if its own status was seen before the answer to its write.
    let woken = test.woken(&before);
    assert!(matches!(woken[..], [("elsewhere", 2..=3)]), "{woken:?}");

    // By the user's function, before and after, and also when it has panicked.
    let before = test.passes();
    for name in ["poison", "others", "mine"] {
        let service = json!({"metadata": {"name": name}, "spec": {"ports": [{"port": 80}]}});
        test.world.create_as::<Service>(service).await;
    }
    let woken = async |passes| {
        let woken = || test.woken(&before);
        eventually("`served` is woken", async || {
            (woken() == [("served", passes)]).then_some(()).ok_or(woken())
        })
        .await;
    };
    woken(1).await;
    test.world.delete::<Service>("mine").await;
    woken(2).await;
    test.world.quiet(&running).await;
    woken(2).await;

    // A read that wakes nobody is as fresh as any other.
    let before = test.passes();
    let secret = |version: &str| json!({"metadata": {"name": "hidden", "labels": {"version": version}}});
    test.world.create_as::<Secret>(secret("v1")).await;
    test.world.edit::<Secret>("hidden", secret("v2")).await;
    test.world.quiet(&running).await;
    assert_eq!(test.woken(&before), []);
    test.world.edit::<Listener>("secretive", json!({"metadata": {"labels": {"look": "again"}}})).await;
    test.until_seen("secretive", "v2").await;
    assert_eq!(test.woken(&before), [("secretive", 1)]);
    assert!(running.stop().await);

    // Who reads what is found out anew after a restart, of what is absent, too.
    test.script = Script::default();
    let namespaces = [test.world.namespace.name(), test.elsewhere.namespace.name()];
    let manager = test.world.manager().await.namespaces(namespaces);
    let running = manager.operator::<Listener>(test.script.clone()).start().unwrap();
    test.until_seen("two", "c").await;
    test.until_seen("elsewhere", "not there").await;
    test.until_seen("secretive", "v2").await;
    test.world.quiet(&running).await;
    let before = test.passes();
    test.elsewhere.create_as::<ConfigMap>(labelled("elsewhere", "one")).await;
    test.world.delete::<ConfigMap>("c").await;
    test.until_seen("two", "").await;
    test.until_seen("elsewhere", "there").await;
    test.world.quiet(&running).await;
    assert_eq!(test.woken(&before), [("two", 1), ("elsewhere", 1)]);
    assert!(running.stop().await);
}
