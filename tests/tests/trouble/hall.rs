//! A cluster-scoped owner with children in several namespaces, one of which goes away.

use std::{collections::BTreeMap, time::Duration};

use futures::future::join_all;
use kubewright::{clock::ManualClock, k8s::core::v1::ConfigMap, manager::Running, prelude::*};
use kubewright_tests::{Logs, Place, Script, Trouble, TroubleStatus, World, eventually, message, said};
use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;

use crate::ticking::Ticking;

/// One ConfigMap in each of many namespaces.
#[operator(
    group = "hall.kubewright.test", version = "v1",
    scope = Cluster,
    status = TroubleStatus,
    owns(Vec<ConfigMap>),
    state = Script,
)]
pub(crate) struct HallSpec {
    /// Namespaces, `-` for none.
    pub(crate) rooms: Vec<String>,
}

impl Reconcile for Hall {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<HallChildren, Trouble> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        cx.state().play(Place::Desired, &name).await?;
        let room = |room: &String| ConfigMap {
            metadata: ObjectMeta {
                name: Some(name.clone()),
                namespace: Some(room.clone()).filter(|room| room != "-"),
                ..ObjectMeta::default()
            },
            data: Some(BTreeMap::from([("room".to_owned(), room.clone())])),
            ..ConfigMap::default()
        };
        Ok(HallChildren { config_maps: self.spec.rooms.iter().map(room).collect() })
    }

    async fn observe(
        &self,
        cx: &Context<Self>,
        seen: &HallObserved,
        status: &mut TroubleStatus,
    ) -> Result<Action, Trouble> {
        status.value = seen.config_maps.len() as i64;
        cx.state().play(Place::Observe, &self.name_any()).await
    }
}

struct Test {
    world: World,
    /// In the second namespace.
    second: World,
    name: String,
    script: Script,
    clock: ManualClock,
    running: Running,
}

#[tokio::test]
async fn a_cluster_scoped_owner_has_children_in_several_namespaces() {
    let Some(world) = World::of::<Hall>("hall-a").await else { return };
    let Some(mut second) = World::of::<Hall>("hall-b").await else { return };
    second.agent.clone_from(&world.agent);
    let name = world.namespace.name().to_owned();
    let (clock, script) = (ManualClock::new(), Script::default());
    let manager = world.manager().await.namespaces([world.namespace.name(), second.namespace.name()]);
    let manager = manager.clock(std::sync::Arc::new(clock.clone()));
    let running = manager.operator::<Hall>(script.clone()).start().unwrap();
    let mut test = Test { world, second, name, script, clock, running };
    test.both_rooms_wake_it_and_passes_do_not_overlap().await;
    test.a_child_without_a_namespace_is_refused().await;
    test.a_namespace_that_goes_is_waited_for_in_silence().await;
    test.world.delete::<Hall>(&test.name).await;
    test.world.until_gone::<Hall>(&test.name).await;
    assert!(test.running.stop().await);
}

impl Test {
    fn rooms(&self) -> [&str; 2] {
        [self.world.namespace.name(), self.second.namespace.name()]
    }

    async fn until_made(&self) {
        for (world, room) in [&self.world, &self.second].into_iter().zip(self.rooms()) {
            let made = |object: &Value| object["data"]["room"] == room;
            world.until::<ConfigMap>(&self.name, "it is as wanted", made).await;
        }
    }

    async fn both_rooms_wake_it_and_passes_do_not_overlap(&mut self) {
        let _ticking = Ticking::begin(&self.clock);
        let hall = Hall::new(&self.name, HallSpec { rooms: self.rooms().map(str::to_owned).to_vec() });
        let hall = self.world.create(&hall).await;
        self.world.until_said::<Hall>(&self.name, "Ready", "True/Available").await;
        self.until_made().await;
        let owners = &self.second.read::<ConfigMap>(&self.name).await.unwrap()["metadata"]["ownerReferences"];
        assert_eq!(owners[0]["uid"], hall["metadata"]["uid"]);

        // Each edit comes in both namespaces at once, and so do the deletions.
        let (script, name) = (self.script.clone(), self.name.clone());
        for round in 0..5 {
            self.world.quiet(&self.running).await;
            let before = script.calls(&name, Place::Desired);
            join_all([&self.world, &self.second].map(async |world| match round {
                0..4 => drop(world.edit::<ConfigMap>(&name, json!({"data": {"room": "taken"}})).await),
                _ => world.delete::<ConfigMap>(&name).await,
            }))
            .await;
            self.until_made().await;
            self.world.quiet(&self.running).await;
            let passes = script.calls(&name, Place::Desired) - before;
            // One for each namespace at most; and one more for each answer that comes after its own echo, that of the
            // status among them when the contest is told.
            let most = if round == 3 { 5 } else { 4 };
            assert!((1..=most).contains(&passes), "round {round}: {passes}");
        }
        assert_eq!(script.most_of_one(), 1);
        self.world.until::<Hall>(&self.name, "both are seen", |hall| hall["status"]["value"] == 2).await;
    }

    async fn a_child_without_a_namespace_is_refused(&mut self) {
        let rooms = self.rooms().map(str::to_owned);
        self.world.edit::<Hall>(&self.name, json!({"spec": {"rooms": ["-"]}})).await;
        let hall = self.world.until_said::<Hall>(&self.name, "Ready", "False/ChildNowhere").await;
        let text = message(&hall, "Ready");
        assert!(text.contains("ConfigMap") && text.contains("has no namespace"), "{text}");
        // Events about objects without a namespace are in `default`.
        eventually("an event", async || {
            let events = self.world.events_in("default", &self.name).await;
            events.iter().any(|(text, _)| text.starts_with("ChildNowhere: ")).then_some(()).ok_or(events)
        })
        .await;
        self.until_made().await;
        self.world.edit::<Hall>(&self.name, json!({"spec": {"rooms": rooms}})).await;
        self.world.until_said::<Hall>(&self.name, "Ready", "True/Available").await;
    }

    async fn a_namespace_that_goes_is_waited_for_in_silence(&mut self) {
        let ticking = Ticking::begin(&self.clock);
        let held = json!({"metadata": {"name": "held", "finalizers": ["others.kubewright.test/hold"]}});
        self.second.create_as::<ConfigMap>(held).await;
        let logs = Logs::capture(LevelFilter::WARN);
        self.second.end_namespace().await;
        // The child goes with its namespace (here it need not wait for its turn), and cannot be made again.
        self.second.delete::<ConfigMap>(&self.name).await;
        self.until_homeless().await;
        drop(ticking);
        self.world.quiet(&self.running).await;
        self.world.mark().await;
        for _ in 0..3 {
            self.clock.advance(Duration::from_secs(30));
            self.world.quiet(&self.running).await;
        }
        let mut requests = self.world.requests().await;
        // Halls of other runs that ended early may be there too.
        requests.retain(|request| request.name == self.name);
        let refused = requests.iter().filter(|request| request.code == 403).count();
        // Twice in 90 seconds, and once more if its own last write was seen before its answer.
        assert!((1..=3).contains(&refused) && requests.len() == refused, "{requests:#?}");
        assert_eq!(logs.text(), "", "it is nobody's fault");
        let other = self.world.read::<ConfigMap>(&self.name).await;
        assert!(other.is_some(), "the other room is as it was");
        self.second.edit::<ConfigMap>("held", json!({"metadata": {"finalizers": null}})).await;

        // One that is not there at all is waited for alike.
        let _ticking = Ticking::begin(&self.clock);
        let rooms = [self.world.namespace.name(), "nowhere"];
        self.world.edit::<Hall>(&self.name, json!({"spec": {"rooms": rooms}})).await;
        self.until_homeless().await;
        self.world.quiet(&self.running).await;
        assert_eq!(logs.text(), "");
    }

    async fn until_homeless(&self) {
        self.world
            .until::<Hall>(&self.name, "it says why it waits", |hall| {
                let text =
                    format!("ConfigMap {}: its namespace does not exist or is being deleted", self.name);
                said(hall, "Ready") == "False/Waiting"
                    && message(hall, "Ready") == text
                    // The one in the other room. Numbers are written a little later.
                    && hall["status"]["value"] == 1
            })
            .await;
    }
}
