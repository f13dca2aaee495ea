//! An operator whose code changes its mind: conditions that flip must not wake it again and again.

use std::convert::Infallible;

use kubewright::{clock::ManualClock, k8s::core::v1::ConfigMap, prelude::*};
use kubewright_tests::{Place, Script, World, said};
use serde_json::json;

use crate::ticking::Ticking;

/// An object that is said to be on its way each time before it is said not to be.
#[operator(
    group = "pendulum.kubewright.test", version = "v1",
    status = PendulumStatus,
    owns(ConfigMap),
    state = Script,
)]
pub(crate) struct PendulumSpec {
    swing: i64,
}

/// How it is.
#[status]
pub(crate) struct PendulumStatus {
    observed_generation: Option<i64>,
    conditions: Conditions<PendulumCondition>,
}

/// What is said of it.
#[derive(ConditionType)]
pub(crate) enum PendulumCondition {
    /// All is well.
    Ready,
    /// Something is on its way.
    Progressing,
    /// It was looked at.
    Looked,
}

impl Reconcile for Pendulum {
    type Error = Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<PendulumChildren, Infallible> {
        cx.state().note_call(Place::Desired, &self.name_any());
        let data = Some([("swing".to_owned(), self.spec.swing.to_string())].into());
        Ok(PendulumChildren { config_map: ConfigMap { data, ..ConfigMap::default() } })
    }

    async fn observe(
        &self,
        _: &Context<Self>,
        _: &PendulumObserved,
        status: &mut PendulumStatus,
    ) -> Result<Action, Infallible> {
        status.conditions.set(PendulumCondition::Progressing, true, "Swinging", "it swings");
        status.conditions.set(PendulumCondition::Looked, false, "Looking", "it is looked at");
        status.conditions.set(PendulumCondition::Progressing, false, "Still", "it stands still");
        status.conditions.set(PendulumCondition::Looked, true, "Looked", "it was looked at");
        Ok(Action::await_change())
    }
}

#[tokio::test]
async fn conditions_that_flip_within_a_pass_cost_nothing() {
    let Some(mut world) = World::of::<Pendulum>("flips").await else { return };
    let (clock, script) = (ManualClock::new(), Script::default());
    let running = world.start_at::<Pendulum>(script.clone(), clock.clone()).await;
    let ticking = Ticking::begin(&clock);
    world.make::<Pendulum>("p", json!({"spec": {"swing": 1}})).await;
    world.until_said::<Pendulum>("p", "Ready", "True/Available").await;
    world.quiet(&running).await;
    world.mark().await;
    let before = script.calls("p", Place::Desired);
    world.edit::<Pendulum>("p", json!({"spec": {"swing": 2}})).await;
    let object = world.until_said::<Pendulum>("p", "Ready", "True/Available").await;
    assert_eq!(said(&object, "Progressing"), "False/Still");
    drop(ticking);
    // Ten minutes.
    for _ in 0..10 {
        world.quiet(&running).await;
        clock.advance(minutes(1));
    }
    world.quiet(&running).await;
    let passes = script.calls("p", Place::Desired) - before;
    assert!((1..=2).contains(&passes), "{passes}");
    let writes = world.writes().await;
    let statuses = writes.iter().filter(|write| write.contains("/status ")).count();
    assert_eq!((statuses, writes.len()), (1, 2), "{writes:#?}");
    assert!(running.stop().await);
}
