//! Pods that take their time, as they do where images have to be fetched.

use std::collections::BTreeMap;

use kubewright::{
    k8s::{
        apps::v1::{Deployment, DeploymentSpec},
        core::v1::{Container, PodSpec, PodTemplateSpec},
        meta::v1::LabelSelector,
    },
    prelude::*,
};
use kubewright_tests::World;
use serde_json::{Value, json};

use crate::lab::is_ready;

/// An object whose pods are ready after a while.
#[operator(group = "slow.kubewright.test", version = "v1", status = SlowStatus, owns(Deployment))]
pub(crate) struct SlowSpec {
    replicas: i32,
    /// As devcluster's fake pods understand it: `3s`.
    ready_after: String,
}

/// What there is of them.
#[status]
pub(crate) struct SlowStatus {
    replicas: i32,
    ready_replicas: i32,
    observed_generation: Option<i64>,
    conditions: Conditions<SlowCondition>,
}

/// What is said of them.
#[derive(ConditionType)]
pub(crate) enum SlowCondition {
    /// All are ready.
    Ready,
}

impl Reconcile for Slow {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<SlowChildren, Self::Error> {
        let labels = BTreeMap::from([("slow".to_owned(), self.name_any())]);
        let after = ("devcluster.kubewright.dev/ready-after".to_owned(), self.spec.ready_after.clone());
        let metadata = ObjectMeta {
            labels: Some(labels.clone()),
            annotations: Some(BTreeMap::from([after])),
            ..ObjectMeta::default()
        };
        let container = Container {
            name: "app".to_owned(),
            image: Some("nginx:1.27".to_owned()),
            ..Container::default()
        };
        let spec = DeploymentSpec {
            replicas: Some(self.spec.replicas),
            selector: LabelSelector { match_labels: Some(labels), ..LabelSelector::default() },
            template: PodTemplateSpec {
                metadata: Some(metadata),
                spec: Some(PodSpec { containers: vec![container], ..PodSpec::default() }),
            },
            ..DeploymentSpec::default()
        };
        Ok(SlowChildren { deployment: Deployment { spec: Some(spec), ..Deployment::default() } })
    }

    async fn observe(
        &self,
        _: &Context<Self>,
        seen: &SlowObserved,
        status: &mut SlowStatus,
    ) -> Result<Action, Self::Error> {
        let replicas = seen.deployment.replicas();
        (status.replicas, status.ready_replicas) = (replicas.current, replicas.ready);
        Ok(Action::await_change())
    }
}

#[tokio::test]
async fn a_pod_that_is_ready_after_a_while_costs_two_statuses() {
    let Some(mut world) = World::of::<Slow>("slow").await else { return };
    let running = world.start::<Slow>(()).await;
    world.make::<Slow>("web", json!({"spec": {"replicas": 1, "readyAfter": "3s"}})).await;
    let app = world.until::<Slow>("web", "ready", is_ready).await;
    assert_eq!(app["status"]["readyReplicas"], 1);
    world.quiet(&running).await;
    let status = "patch slows/status web 200";
    assert_eq!(world.sent().await, ["patch deployments web 201", status, status]);
}

#[tokio::test]
async fn pods_that_are_late_show_in_the_status_meanwhile() {
    let Some(mut world) = World::of::<Slow>("slow-late").await else { return };
    let running = world.start::<Slow>(()).await;
    world.make::<Slow>("web", json!({"spec": {"replicas": 2, "readyAfter": "0s"}})).await;
    world.until::<Slow>("web", "ready", is_ready).await;
    world.quiet(&running).await;
    world.mark().await;
    // The new pods are not ready for longer than this test takes, so the rollout stops half-way.
    world.edit::<Slow>("web", json!({"spec": {"replicas": 4, "readyAfter": "1000s"}})).await;
    let shown = |app: &Value| app["status"]["replicas"] == 5 && app["status"]["readyReplicas"] == 3;
    world.until::<Slow>("web", "the pods in between", shown).await;
    let sent = world.sent().await;
    assert_eq!(sent[0], "patch deployments web 200");
    assert!(sent[1..].iter().all(|line| line == "patch slows/status web 200"), "{sent:#?}");
    assert!(sent.len() <= 5, "{sent:#?}");
}
