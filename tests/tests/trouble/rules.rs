//! A whole life with the rights that the declaration makes: none is missing, and each is used.

use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Secret, Service, ServiceAccount},
    },
    prelude::*,
};
use kubewright_tests::{Act, Place, Script, Trouble, TroubleStatus, World, eventually};
use serde_json::json;

/// An object whose operator does all that can be declared.
#[operator(
    group = "almanac.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(pages: Vec<ConfigMap>, Option<Service>),
    watches(Secret, ConfigMap),
    reads(Deployment, ServiceAccount(live)),
    finalizer = "almanac.kubewright.test/finalizer",
    state = Script,
)]
pub(crate) struct AlmanacSpec {
    /// Names of its pages.
    pub(crate) pages: Vec<String>,
    /// Whether it is served.
    #[crd(default = false)]
    pub(crate) served: bool,
}

impl Reconcile for Almanac {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<AlmanacChildren, Trouble> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        cx.state().play(Place::Desired, &name).await?;
        let secret = cx.get::<Secret>("seal").is_some();
        let account = cx.live::<ServiceAccount>("poor").await.is_some();
        cx.state().note(&name, format!("{secret} {account} {}", cx.list::<Deployment>("").len()));
        let page = |name: &String| ConfigMap {
            metadata: ObjectMeta { name: Some(name.clone()), ..ObjectMeta::default() },
            data: Some([("text".to_owned(), "full moon".to_owned())].into()),
            ..ConfigMap::default()
        };
        let service = || {
            let spec = json!({"spec": {"ports": [{"port": 80}]}});
            serde_json::from_value(spec).expect("a Service")
        };
        Ok(AlmanacChildren {
            pages: self.spec.pages.iter().map(page).collect(),
            service: self.spec.served.then(service),
        })
    }
}

impl Cleanup for Almanac {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Trouble> {
        Ok(Cleaned::Done)
    }
}

#[tokio::test]
async fn a_life_uses_every_right_of_its_declaration_and_no_other() {
    let Some(mut world) = World::of::<Almanac>("rules").await else { return };
    let script = Script::default();
    let config = world.with_its_rights::<Almanac>().await;
    let running = world.manager_of(config).operator::<Almanac>(script.clone()).start().unwrap();
    let almanac = |name: &str, pages: &[&str]| json!({"metadata": {"name": name}, "spec": {"pages": pages, "served": true}});
    world.create_as::<Almanac>(almanac("a", &["spring", "summer"])).await;
    world.until_said::<Almanac>("a", "Ready", "True/Available").await;

    // What it reads is there and wakes it, drift is undone, what is no longer wanted goes.
    world.make::<Secret>("seal", json!({})).await;
    eventually("it sees the seal", async || {
        let seen = script.seen("a");
        (seen.last().map(String::as_str) == Some("true true 0")).then_some(()).ok_or(seen)
    })
    .await;
    world.edit::<ConfigMap>("spring", json!({"data": {"text": "new moon"}})).await;
    world.until::<ConfigMap>("spring", "it is put back", |map| map["data"]["text"] == "full moon").await;
    world.edit::<Service>("a", json!({"spec": {"ports": [{"port": 80, "name": "odd"}]}})).await;
    world.quiet(&running).await;
    world.edit::<Almanac>("a", json!({"spec": {"pages": ["spring"], "served": false}})).await;
    world.until_gone::<ConfigMap>("summer").await;
    world.until_gone::<Service>("a").await;

    // An object of somebody else that has a child's name is looked at.
    world.make::<ConfigMap>("winter", json!({})).await;
    world.make::<Service>("b", json!({"spec": {"ports": [{"port": 81}]}})).await;
    world.create_as::<Almanac>(almanac("b", &["winter"])).await;
    world.until_said::<Almanac>("b", "Ready", "False/NameTaken").await;

    // What goes wrong again is said in the event that there is.
    for _ in 0..2 {
        script.tell("a", Place::Desired, Act::Refuse);
        world.edit::<Almanac>("a", json!({"metadata": {"annotations": {"refused": "yes"}}})).await;
        world.until_said::<Almanac>("a", "Ready", "False/Refused").await;
        script.clear("a", Place::Desired);
        world.edit::<Almanac>("a", json!({"metadata": {"annotations": {"refused": null}}})).await;
        world.until_said::<Almanac>("a", "Ready", "True/Available").await;
    }

    // A status whose object changes while it is made is written after a look at the object.
    let before = script.calls("a", Place::Desired);
    script.tell("a", Place::Desired, Act::Hold);
    world.edit::<Almanac>("a", json!({"spec": {"pages": ["spring", "autumn"]}})).await;
    eventually("it is held", async || {
        (script.calls("a", Place::Desired) > before).then_some(()).ok_or(before)
    })
    .await;
    world.edit::<Almanac>("a", json!({"metadata": {"labels": {"held": "yes"}}})).await;
    script.release();
    world.until_said::<Almanac>("a", "Ready", "True/Available").await;

    world.delete::<Almanac>("a").await;
    world.until_gone::<Almanac>("a").await;
    // How often an event was said is written at the end, if it was not before.
    assert!(running.stop().await);
    world.used_every_right_of::<Almanac>().await;
}
