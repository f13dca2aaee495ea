//! `debounce`: changes that come together are looked at together, and an object that never rests is looked at too.

use std::{convert::Infallible, time::Duration};

use kubewright::{clock::ManualClock, manager::Running, prelude::*};
use kubewright_tests::{Place, Script, World, eventually};
use serde_json::json;

const SECOND: Duration = Duration::from_secs(1);

/// An object whose changes wait for each other.
#[operator(group = "crowd.kubewright.test", version = "v1", state = Script, debounce = "2s")]
pub(crate) struct CrowdSpec {
    /// What changes.
    pub(crate) number: i32,
}

impl Reconcile for Crowd {
    type Error = Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<CrowdChildren, Infallible> {
        cx.state().note_call(Place::Desired, &self.name_any());
        cx.state().note(&self.name_any(), self.spec.number);
        Ok(CrowdChildren {})
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
        let world = World::of::<Crowd>(name).await?;
        world.create(&Crowd::new("listed", CrowdSpec { number: 0 })).await;
        let (clock, script) = (ManualClock::new(), Script::default());
        let running = world.start_at::<Crowd>(script.clone(), clock.clone()).await;
        Some(Self { world, clock, script, running })
    }

    fn seen(&self) -> Vec<String> {
        self.script.seen("listed")
    }

    /// Changes the object, and waits until the queue has heard of it: it hears of changes in order, and here of a new
    /// object afterwards. Called once a second, so that one such object of before still waits.
    async fn change(&self, number: i32) {
        self.world.edit::<Crowd>("listed", json!({"spec": {"number": number}})).await;
        let later = format!("later-{number}");
        self.world.create(&Crowd::new(&later, CrowdSpec { number })).await;
        let waiting = 1 + Ord::min(usize::try_from(number).unwrap(), 2);
        eventually("the change waits for its time", async || {
            let stats = self.running.queues()[0].clone();
            if stats.delayed == waiting { Ok(()) } else { Err(stats) }
        })
        .await;
    }

    /// Moves the clock, and waits until nothing that was due is left to do.
    async fn after(&self, time: Duration) {
        self.clock.advance(time);
        self.running.queue(0).unwrap().idle().await;
    }
}

#[tokio::test]
async fn changes_that_come_together_are_one_pass_and_listed_objects_do_not_wait() {
    let Some(test) = Test::begin("debounce").await else { return };
    eventually("the listed object has its pass", async || {
        let seen = test.seen();
        if seen == ["0"] { Ok(()) } else { Err(seen) }
    })
    .await;

    for number in 1..=3 {
        test.change(number).await;
        test.after(SECOND).await;
    }
    assert_eq!(test.seen(), ["0"], "it has not been quiet for two seconds");
    test.after(SECOND).await;
    assert_eq!(test.seen(), ["0", "3"]);
    test.after(SECOND * 60).await;
    assert_eq!(test.seen(), ["0", "3"]);
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn an_object_that_never_rests_has_its_passes() {
    let Some(test) = Test::begin("restless").await else { return };
    eventually("the listed object has its pass", async || {
        let seen = test.seen();
        if seen == ["0"] { Ok(()) } else { Err(seen) }
    })
    .await;
    for number in 1..=20 {
        test.change(number).await;
        test.after(SECOND).await;
    }
    assert_eq!(test.seen(), ["0", "10", "20"], "five times the debounce after the first change");
    assert!(test.running.stop().await);
}
