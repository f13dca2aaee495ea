//! Errors that are no fault: something is not ready yet.

use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};
use kubewright_tests::{Logs, World, message, said};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

/// An object that needs a Secret, and somebody's approval of its child.
#[operator(
    group = "permit.kubewright.test", version = "v1",
    status = PermitStatus,
    owns(ConfigMap),
    watches(Secret),
)]
pub(crate) struct PermitSpec {
    secret: String,
}

/// How it is.
#[status]
pub(crate) struct PermitStatus {
    observed_generation: Option<i64>,
    conditions: Conditions<PermitCondition>,
}

/// What is said of it.
#[derive(ConditionType)]
pub(crate) enum PermitCondition {
    /// All is well.
    Ready,
    /// Something is on its way.
    Progressing,
}

/// What it waits for.
#[derive(Debug, thiserror::Error, Failure)]
pub(crate) enum PermitError {
    /// Nobody has made the Secret.
    #[error("waits for the Secret {0}")]
    #[failure(waiting)]
    NoSecret(String),
    /// Nobody has approved.
    #[error("waits for an approval")]
    #[failure(waiting, reason = "Unapproved")]
    Unapproved,
}

impl Reconcile for Permit {
    type Error = PermitError;

    async fn desired(&self, cx: &Context<Self>) -> Result<PermitChildren, PermitError> {
        let secret = cx.get::<Secret>(&self.spec.secret);
        secret.ok_or_else(|| PermitError::NoSecret(self.spec.secret.clone()))?;
        Ok(PermitChildren { config_map: ConfigMap::default() })
    }

    async fn observe(
        &self,
        _: &Context<Self>,
        seen: &PermitObserved,
        _: &mut PermitStatus,
    ) -> Result<Action, PermitError> {
        let Some(child) = seen.config_map.get() else { return Ok(Action::await_change()) };
        let approved = child.labels().contains_key("approved");
        approved.then(Action::await_change).ok_or(PermitError::Unapproved)
    }
}

#[tokio::test]
async fn what_is_waited_for_is_said_and_is_no_fault() {
    let Some(mut world) = World::of::<Permit>("waiting").await else { return };
    let running = world.start::<Permit>(()).await;
    let logs = Logs::capture(LevelFilter::WARN);
    world.make::<Permit>("a", json!({"spec": {"secret": "key"}})).await;
    let object = world.until_said::<Permit>("a", "Ready", "False/Waiting").await;
    assert_eq!(message(&object, "Ready"), "waits for the Secret key");
    assert_eq!(said(&object, "Progressing"), "True/Waiting");
    world.quiet(&running).await;
    let status = format!("patch permit.kubewright.test/permits/status {}/a 200", world.namespace);
    assert_eq!(world.writes().await, [status], "nothing else is written");

    world.make::<Secret>("key", json!({})).await;
    let object = world.until_said::<Permit>("a", "Ready", "False/Unapproved").await;
    assert_eq!(
        (said(&object, "Progressing"), message(&object, "Ready")),
        ("True/Unapproved".into(), "waits for an approval".into())
    );
    world.edit::<ConfigMap>("a", json!({"metadata": {"labels": {"approved": "yes"}}})).await;
    world.until_said::<Permit>("a", "Ready", "True/Available").await;

    // What is there stays as it is while something is waited for again.
    world.delete::<Secret>("key").await;
    world.until_said::<Permit>("a", "Ready", "False/Waiting").await;
    assert!(world.read::<ConfigMap>("a").await.is_some());
    world.quiet(&running).await;
    let stats = &running.queues()[0];
    assert_eq!((stats.retries, stats.delayed), (0, 0), "{stats:?}");
    assert_eq!(world.events("a").await, []);
    assert_eq!(logs.text(), "");
    assert!(running.stop().await);
}
