//! Passes that last, and passes that fail: both must leave room for objects that are new.

use std::time::Duration;

use kubewright::{clock::ManualClock, manager::Running, prelude::*};
use kubewright_tests::{Act, Logs, Place, Script, Trouble, TroubleStatus, World, eventually};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

/// An object with little room.
#[operator(group = "berth.kubewright.test", version = "v1", status = TroubleStatus, state = Script, concurrency = 2)]
pub(crate) struct BerthSpec {}

impl Reconcile for Berth {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<BerthChildren, Trouble> {
        let name = self.name_any();
        cx.state().note_call(Place::Desired, &name);
        cx.state().note("order", &name);
        cx.state().play(Place::Desired, &name).await?;
        Ok(BerthChildren {})
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
        let world = World::of::<Berth>(name).await?;
        let (clock, script) = (ManualClock::new(), Script::default());
        let running = world.start_at::<Berth>(script.clone(), clock.clone()).await;
        Some(Self { world, clock, script, running })
    }

    async fn create(&self, name: &str) {
        self.world.create_as::<Berth>(json!({"metadata": {"name": name}, "spec": {}})).await;
    }

    /// Waits until as many keys are ready, and as many run.
    async fn until(&self, ready: usize, in_flight: usize) {
        eventually(&format!("{ready} wait and {in_flight} run"), async || {
            let stats = self.running.queues()[0].clone();
            if (stats.ready, stats.in_flight) == (ready, in_flight) { Ok(()) } else { Err(stats) }
        })
        .await;
    }
}

#[tokio::test]
async fn passes_that_hold_up_others_are_told() {
    let Some(test) = Test::begin("slots").await else { return };
    let logs = Logs::capture(LevelFilter::WARN);
    let slow = || logs.lines_with("others wait for a place");
    for name in ["first", "second"] {
        test.script.tell(name, Place::Desired, Act::Hold);
        test.create(name).await;
    }
    test.until(0, 2).await;
    let advance = async |seconds| {
        test.clock.advance(Duration::from_secs(seconds));
        // Whoever sleeps by the clock has looked when the next one has its turn.
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    };
    advance(11).await;
    assert_eq!(slow(), [""; 0], "nobody waits");

    test.create("third").await;
    test.until(1, 2).await;
    advance(5).await;
    assert_eq!(slow(), [""; 0], "it waits for less than ten seconds");
    eventually("both are told", async || {
        advance(10).await;
        if slow().len() == 2 { Ok(()) } else { Err(slow()) }
    })
    .await;
    advance(60).await;
    let told = slow();
    let of = |name: &str| {
        told.iter().any(|line| line.contains(&format!("object={}/{name} ", test.world.namespace)))
    };
    assert!(told.len() == 2 && of("first") && of("second"), "once each: {told:?}");
    assert!(told.iter().all(|line| line.contains("waiting=1") && line.contains("places=2")), "{told:?}");
    test.script.release();
    test.until(0, 0).await;
    assert!(test.script.calls("third", Place::Desired) >= 1);
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn objects_that_fail_let_new_ones_go_first() {
    let Some(test) = Test::begin("slots-failing").await else { return };
    for name in ["fails-a", "fails-b", "fails-c"] {
        test.script.tell(name, Place::Desired, Act::Fail);
        test.create(name).await;
    }
    eventually("each has failed", async || {
        let stats = test.running.queues()[0].clone();
        if stats.delayed == 3 && stats.in_flight == 0 { Ok(()) } else { Err(stats) }
    })
    .await;
    for name in ["holds-a", "holds-b"] {
        test.script.tell(name, Place::Desired, Act::Hold);
        test.create(name).await;
    }
    test.until(0, 2).await;
    test.clock.advance(Duration::from_secs(1));
    test.create("new").await;
    test.until(4, 2).await;
    let before = test.script.seen("order").len();
    test.script.release();
    eventually("all have their turn", async || {
        let order = test.script.seen("order")[before..].to_vec();
        if order.len() >= 4 { Ok(()) } else { Err(order) }
    })
    .await;
    assert_eq!(test.script.seen("order")[before], "new");
    assert!(test.running.stop().await);
}
