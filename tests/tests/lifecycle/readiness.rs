//! Readiness of children of other kinds than Deployment, as their real controllers leave them.

use kubewright::{
    clock::ManualClock,
    k8s::{
        apps::v1::{DaemonSet, Deployment, StatefulSet},
        batch::v1::Job,
        core::v1::{PersistentVolumeClaim, Service},
        policy::v1::PodDisruptionBudget,
    },
    prelude::*,
};
use kubewright_tests::{World, message, said};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An object with at most one child of each kind, given as JSON.
#[operator(
    group = "fleet.kubewright.test", version = "v1", status = FleetStatus,
    owns(
        Option<DaemonSet>, Option<Deployment>, Option<Job>, Option<PersistentVolumeClaim>,
        Option<PodDisruptionBudget>, Option<Service>, Option<StatefulSet>,
    ),
)]
pub(crate) struct FleetSpec {
    kind: String,
    child: String,
}

/// What is said of it.
#[status]
pub(crate) struct FleetStatus {
    observed_generation: Option<i64>,
    conditions: Conditions<FleetCondition>,
}

/// The names of kstatus.
#[derive(ConditionType)]
pub(crate) enum FleetCondition {
    /// All is well.
    Ready,
    /// Something moves.
    Reconciling,
    /// Nothing moves, and something is wrong.
    Stalled,
}

/// The JSON does not fit.
#[derive(Debug, thiserror::Error, Failure)]
pub(crate) enum FleetError {
    /// As serde says.
    #[error("no such child")]
    #[failure(permanent, field = "spec.child")]
    NotAChild(#[from] serde_json::Error),
}

impl Fleet {
    fn child<K: DeserializeOwned>(&self, kind: &str) -> Result<Option<K>, FleetError> {
        Ok((self.spec.kind == kind).then(|| serde_json::from_str(&self.spec.child)).transpose()?)
    }
}

impl Reconcile for Fleet {
    type Error = FleetError;

    async fn desired(&self, _: &Context<Self>) -> Result<FleetChildren, FleetError> {
        Ok(FleetChildren {
            daemon_set: self.child("DaemonSet")?,
            deployment: self.child("Deployment")?,
            job: self.child("Job")?,
            persistent_volume_claim: self.child("PersistentVolumeClaim")?,
            pod_disruption_budget: self.child("PodDisruptionBudget")?,
            service: self.child("Service")?,
            stateful_set: self.child("StatefulSet")?,
        })
    }
}

/// A template of pods that behave as this annotation of the fake nodes says.
fn pods(name: &str, annotation: &str, restart: &str) -> Value {
    json!({
        "metadata": {
            "labels": {"fleet": name},
            "annotations": {format!("devcluster.kubewright.dev/{annotation}"): "true"},
        },
        "spec": {"restartPolicy": restart, "containers": [{"name": "app", "image": "nginx:1.27"}]},
    })
}

fn workload(name: &str, annotation: &str) -> Value {
    json!({
        "serviceName": name, "selector": {"matchLabels": {"fleet": name}},
        "template": pods(name, annotation, "Always"),
    })
}

/// Without `field`, which only one kind has.
fn without(mut spec: Value, field: &str) -> Value {
    spec.as_object_mut().unwrap().remove(field);
    spec
}

async fn make(world: &World, name: &str, kind: &str, spec: Value) {
    let child = json!({"spec": spec}).to_string();
    world.make::<Fleet>(name, json!({"spec": {"kind": kind, "child": child}})).await;
}

#[tokio::test]
async fn children_of_each_kind_are_waited_for() {
    let Some(world) = World::of::<Fleet>("readiness").await else { return };
    let clock = ManualClock::new();
    let running = world.start_at::<Fleet>((), clock.clone()).await;
    let claim = json!({
        "accessModes": ["ReadWriteOnce"], "storageClassName": "none-such",
        "resources": {"requests": {"storage": "1Mi"}},
    });
    let balanced = json!({"type": "LoadBalancer", "ports": [{"port": 80}]});
    let late = json!({"template": pods("job-late", "never-ready", "Never")});
    let done = json!({"template": pods("job", "nothing", "Never")});
    let external = json!({"type": "ExternalName", "externalName": "db.example.com"});
    let budget = json!({"minAvailable": 1, "selector": {"matchLabels": {"fleet": "nobody"}}});
    let waiting = [
        ("claim", "PersistentVolumeClaim", claim, "its phase is Pending"),
        ("balanced", "Service", balanced, "its load balancer has no address yet"),
        ("job-late", "Job", late, "it has not completed"),
        ("set-late", "StatefulSet", workload("set-late", "never-ready"), "0 of 1 replicas are ready"),
    ];
    let ready = [
        ("job", "Job", done),
        ("set", "StatefulSet", workload("set", "nothing")),
        ("nodes", "DaemonSet", without(workload("nodes", "nothing"), "serviceName")),
        ("external", "Service", external),
        ("budget", "PodDisruptionBudget", budget),
    ];
    for (name, kind, spec) in &ready {
        make(&world, name, kind, spec.clone()).await;
    }
    for (name, kind, spec, _) in &waiting {
        make(&world, name, kind, spec.clone()).await;
    }
    for (name, ..) in &ready {
        let fleet = world.until_said::<Fleet>(name, "Ready", "True/Available").await;
        assert_eq!(
            (&*said(&fleet, "Reconciling"), &*said(&fleet, "Stalled")),
            ("False/Settled", "False/Settled")
        );
    }
    for (name, kind, _, text) in &waiting {
        let text = format!("{kind} {name}: {text}");
        let shown = |fleet: &Value| {
            // A message alone is written once a minute.
            clock.advance(minutes(1));
            message(fleet, "Ready") == text
        };
        let fleet = world.until::<Fleet>(name, &text, shown).await;
        assert_eq!(said(&fleet, "Ready"), "False/Waiting");
        assert_eq!(
            (&*said(&fleet, "Reconciling"), &*said(&fleet, "Stalled")),
            ("True/ChildrenChanging", "False/Settled")
        );
    }
    assert!(running.stop().await);
}

#[tokio::test]
async fn a_child_that_failed_is_not_waited_for() {
    let Some(world) = World::of::<Fleet>("readiness-failed").await else { return };
    let running = world.start::<Fleet>(()).await;
    let job = json!({"backoffLimit": 0, "template": pods("job", "fail", "Never")});
    let mut late = without(workload("late", "never-ready"), "serviceName");
    late["progressDeadlineSeconds"] = json!(1);
    let rows = [
        ("job", "Job", job, "it failed: BackoffLimitExceeded: "),
        ("late", "Deployment", late, "its rollout exceeded the progress deadline"),
    ];
    for (name, kind, spec, _) in &rows {
        make(&world, name, kind, spec.clone()).await;
    }
    for (name, kind, _, text) in &rows {
        let fleet = world.until_said::<Fleet>(name, "Ready", "False/ChildFailed").await;
        let (text, told) = (format!("{kind} {name}: {text}"), message(&fleet, "Ready"));
        assert!(told.starts_with(&text), "{told}");
        assert_eq!(
            (&*said(&fleet, "Reconciling"), &*said(&fleet, "Stalled")),
            ("False/ChildFailed", "True/ChildFailed")
        );
    }
    // What repairs the child repairs what is said of it.
    let mut spec = without(workload("late", "nothing"), "serviceName");
    spec["progressDeadlineSeconds"] = json!(600);
    let child = json!({"spec": spec}).to_string();
    world.edit::<Fleet>("late", json!({"spec": {"child": child}})).await;
    let fleet = world.until_said::<Fleet>("late", "Ready", "True/Available").await;
    assert_eq!(said(&fleet, "Stalled"), "False/Settled");
    // An error that no retry can end is the end of all movement too.
    world.edit::<Fleet>("late", json!({"spec": {"child": "{"}})).await;
    let fleet = world.until_said::<Fleet>("late", "Ready", "False/NotAChild").await;
    assert_eq!(said(&fleet, "Stalled"), "True/NotAChild");
    assert!(running.stop().await);
}
