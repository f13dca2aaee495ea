//! What a declaration says of passes: `backoff(..)`, `retry_rate(..)`, `timeout` and `resync`, each by what comes of it.

use std::{collections::BTreeMap, time::Duration};

use kubewright::{
    clock::ManualClock, k8s::core::v1::ConfigMap, manager::Running, object::ObjectKey, prelude::*,
};
use kubewright_tests::{Act, Logs, Place, Script, Trouble, TroubleStatus, World, eventually};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

const SECOND: Duration = Duration::from_secs(1);

/// An object that is looked at in its own time.
#[operator(
    group = "metronome.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(ConfigMap),
    state = Script,
    backoff(base = "2s", max = "8s"),
    retry_rate(qps = 1, burst = 2),
    timeout = "1s",
    resync = "10m",
)]
pub(crate) struct MetronomeSpec {
    /// Goes into the ConfigMap.
    pub(crate) beat: i32,
}

impl Reconcile for Metronome {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<MetronomeChildren, Trouble> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        cx.state().play(Place::Desired, &name).await?;
        let data = BTreeMap::from([("beat".to_owned(), self.spec.beat.to_string())]);
        Ok(MetronomeChildren { config_map: ConfigMap { data: Some(data), ..ConfigMap::default() } })
    }
}

struct Test {
    world: World,
    clock: ManualClock,
    script: Script,
    running: Running,
}

impl Test {
    async fn begin(name: &str) -> Option<Self> {
        let world = World::of::<Metronome>(name).await?;
        let (clock, script) = (ManualClock::new(), Script::default());
        let running = world.start_at::<Metronome>(script.clone(), clock.clone()).await;
        Some(Self { world, clock, script, running })
    }

    async fn make(&self, name: &str) {
        self.world.create(&Metronome::new(name, MetronomeSpec { beat: 1 })).await;
    }

    fn key(&self, name: &str) -> ObjectKey {
        ObjectKey::namespaced(self.world.namespace.name(), name)
    }

    fn starts(&self) -> u64 {
        self.running.queues()[0].starts
    }

    /// Moves the clock, and waits until nothing that was due is left to do.
    async fn after(&self, time: Duration) {
        self.clock.advance(time);
        self.running.queue(0).unwrap().idle().await;
    }
}

#[tokio::test]
async fn every_object_is_looked_at_again_in_its_period_and_nothing_is_written() {
    let Some(mut test) = Test::begin("resync").await else { return };
    let names: Vec<String> = (0..20).map(|n| format!("object-{n}")).collect();
    for name in &names {
        test.make(name).await;
    }
    for name in &names {
        test.world.until_said::<Metronome>(name, "Ready", "True/Available").await;
    }
    test.script.tell("refused", Place::Desired, Act::Refuse);
    test.make("refused").await;
    test.world.until_said::<Metronome>("refused", "Ready", "False/Refused").await;
    test.world.quiet(&test.running).await;
    test.world.mark().await;

    // The first time within a minute; the second between two early ones and two late ones.
    for (none, all) in [(540, 60), (480, 120)] {
        let before = test.starts();
        assert_eq!(test.running.queues()[0].delayed, 21);
        test.after(SECOND * none - Duration::from_millis(1)).await;
        assert_eq!(test.starts(), before, "nobody wakes before the last tenth of the period");
        let mut most = 0;
        for _ in 0..all {
            let so_far = test.starts();
            test.after(SECOND).await;
            most = most.max(test.starts() - so_far);
        }
        test.after(Duration::from_millis(1)).await;
        assert!(most <= 8, "{most} of 21 woke in one second");
        assert_eq!(test.starts(), before + 21);
    }
    assert_eq!(test.world.sent().await, [""; 0]);

    // Every pass begins the period anew, and what is gone comes no more.
    test.clock.advance(SECOND * 300);
    let before = test.script.calls("object-0", Place::Desired);
    test.world.edit::<Metronome>("object-0", json!({"spec": {"beat": 2}})).await;
    test.world.until::<ConfigMap>("object-0", "it is made", |made| made["data"]["beat"] == "2").await;
    test.world.delete::<Metronome>("object-1").await;
    test.world.until_gone::<Metronome>("object-1").await;
    test.world.quiet(&test.running).await;
    assert_eq!(test.running.queues()[0].delayed, 20);
    let edited = test.script.calls("object-0", Place::Desired);
    assert!(edited > before);
    test.after(SECOND * 300).await;
    assert_eq!(test.script.calls("object-0", Place::Desired), edited);
    test.after(SECOND * 300).await;
    assert_eq!(test.script.calls("object-0", Place::Desired), edited + 1);
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn failures_wait_as_the_declaration_says() {
    let Some(test) = Test::begin("pace").await else { return };
    test.script.tell("*", Place::Desired, Act::Fail);
    test.make("bad").await;
    test.world.until_said::<Metronome>("bad", "Ready", "False/Told").await;
    test.world.quiet(&test.running).await;
    let (queue, bad) = (test.running.queue(0).unwrap(), test.key("bad"));
    for _ in 0..5 {
        let wanted = Ord::min(SECOND * 2u32.pow(queue.failures(&bad)), SECOND * 8);
        let before = test.starts();
        test.after(wanted - Duration::from_millis(1)).await;
        assert_eq!(test.starts(), before, "it waits for {wanted:?}");
        // Jitter adds up to a tenth.
        test.after(wanted / 10 + Duration::from_millis(1)).await;
        assert_eq!(test.starts(), before + 1, "it comes after {wanted:?}");
    }

    // All together they have two tries at once, and one a second.
    for name in 0..25 {
        test.make(&format!("bad-{name}")).await;
    }
    for name in 0..25 {
        test.world.until_said::<Metronome>(&format!("bad-{name}"), "Ready", "False/Told").await;
    }
    test.world.quiet(&test.running).await;
    let before = test.starts();
    for _ in 0..60 {
        test.after(SECOND).await;
    }
    let tries = test.starts() - before;
    assert!((50..=63).contains(&tries), "{tries} tries in a minute");
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn a_pass_that_takes_too_long_is_given_up_and_tried_again() {
    let Some(test) = Test::begin("timeout").await else { return };
    let logs = Logs::capture(LevelFilter::ERROR);
    test.script.tell("slow", Place::Desired, Act::Hold);
    test.make("slow").await;
    let queue = test.running.queue(0).unwrap();
    eventually("it is given up", async || {
        let failures = queue.failures(&test.key("slow"));
        if failures == 1 { Ok(()) } else { Err(failures) }
    })
    .await;
    assert_eq!(test.script.running(), 0, "its code does not go on");
    let lines = logs.lines_with("the pass took too long");
    assert!(matches!(&lines[..], [line] if line.contains("limit=1s")), "{lines:?}");
    test.script.clear("slow", Place::Desired);
    test.after(SECOND * 3).await;
    test.world.until_said::<Metronome>("slow", "Ready", "True/Available").await;
    assert!(test.running.stop().await);
}
