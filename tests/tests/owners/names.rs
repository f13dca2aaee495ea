//! Names that are too long for what they are to name.

use std::convert::Infallible;

use kube::{Resource, api::ListParams};
use kubewright::{
    k8s::{
        apps::v1::{DaemonSet, Deployment, StatefulSet},
        batch::v1::{CronJob, Job},
        core::v1::{ConfigMap, Event, Service},
    },
    object::Scoped,
    prelude::*,
};
use kubewright_tests::{TroubleStatus, World, eventually, message};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An object with a child of each kind that has a rule of its own.
#[operator(
    group = "long.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(
        Deployment, DaemonSet, StatefulSet, Job, CronJob, front: Service, config: ConfigMap, others: Vec<Service>,
    ),
)]
pub(crate) struct LongSpec {
    /// Names of the other Services.
    #[serde(default)]
    pub(crate) others: Vec<String>,
}

impl Reconcile for Long {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<LongChildren, Infallible> {
        let label = ChildName::label([self.name_any()]);
        let other = |name: &String| {
            let mut service: Service = typed(service());
            service.metadata.name = Some(name.clone());
            service
        };
        Ok(LongChildren {
            deployment: typed(workload(label.as_str(), json!({"replicas": 1}))),
            daemon_set: typed(workload(label.as_str(), json!({}))),
            stateful_set: typed(workload(label.as_str(), json!({"replicas": 1, "serviceName": "x"}))),
            job: typed(json!({"spec": job()})),
            cron_job: typed(cron_job()),
            front: typed(service()),
            config: ConfigMap::default(),
            others: self.spec.others.iter().map(other).collect(),
        })
    }
}

fn typed<K: DeserializeOwned>(value: Value) -> K {
    serde_json::from_value(value).expect("an object of its kind")
}

fn pod() -> Value {
    json!({"containers": [{"name": "c", "image": "c:1"}]})
}

fn workload(label: &str, rest: Value) -> Value {
    let mut spec = json!({
        "selector": {"matchLabels": {"long": label}},
        "template": {"metadata": {"labels": {"long": label}}, "spec": pod()},
    });
    spec.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    json!({"spec": spec})
}

fn job() -> Value {
    let mut pod = pod();
    pod["restartPolicy"] = json!("Never");
    json!({"template": {"spec": pod}})
}

fn cron_job() -> Value {
    json!({"spec": {"schedule": "0 0 1 1 *", "jobTemplate": {"spec": job()}}})
}

fn service() -> Value {
    json!({"spec": {"ports": [{"port": 80}]}})
}

fn long(name: &str, others: &[&str]) -> Value {
    json!({"metadata": {"name": name}, "spec": {"others": others}})
}

/// Names of all objects of a kind.
async fn names<K>(world: &World) -> Vec<String>
where
    K: Resource<DynamicType = ()>,
    K::Scope: Scoped,
{
    let all = world.objects::<K>().list(&ListParams::default()).await.unwrap();
    let names = all.into_iter().map(|object| object.metadata.name.unwrap());
    // There is one in each namespace.
    names.filter(|name| name != "kube-root-ca.crt").collect()
}

#[tokio::test]
async fn children_of_long_names_have_short_ones_that_stay() {
    let Some(mut world) = World::of::<Long>("names").await else { return };
    let running = world.start::<Long>(()).await;
    // Both are as long as a name can be, and alike for as long as a short one is.
    let owners = [format!("{}a", "o".repeat(252)), format!("{}b", "o".repeat(252))];
    for owner in &owners {
        world.create_as::<Long>(long(owner, &[])).await;
    }
    for owner in &owners {
        world.until_said::<Long>(owner, "Ready", "True/Available").await;
    }
    let rows = [
        (253, names::<Deployment>(&world).await),
        (242, names::<DaemonSet>(&world).await),
        (52, names::<StatefulSet>(&world).await),
        (63, names::<Job>(&world).await),
        (52, names::<CronJob>(&world).await),
        (63, names::<Service>(&world).await),
        (253, names::<ConfigMap>(&world).await),
    ];
    for (limit, mut found) in rows {
        found.dedup();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|name| name.len() == limit), "{found:?}");
    }
    // The same names again: nothing is written.
    assert!(running.stop().await);
    world.mark().await;
    let running = world.start::<Long>(()).await;
    world.quiet(&running).await;
    assert_eq!(world.sent().await, Vec::<String>::new());

    // What the builder names it has to name well.
    let name = "n".repeat(64);
    world.create_as::<Long>(long("plain", &[&name])).await;
    let refused = world.until_said::<Long>("plain", "Ready", "False/ChildNameInvalid").await;
    let text = message(&refused, "Ready");
    assert!(text.starts_with("metadata.name: Service ") && text.contains("at most 63 characters"), "{text}");
    assert!(running.stop().await);
}

/// The server refuses a name, or a controller says that it can do nothing with it.
async fn is_of_no_use<K>(world: &World, name: &str, mut object: Value)
where
    K: Resource<DynamicType = ()>,
    K::Scope: Scoped,
{
    object["metadata"] = json!({"name": name});
    match world.try_create::<K>(object, false).await {
        Err(kube::Error::Api(status)) => assert_eq!(status.code, 422, "{status:?}"),
        Err(other) => panic!("{other}"),
        Ok(_) => {
            eventually("its controller cannot", async || {
                if has_warning(world, name).await { Ok(()) } else { Err("no warning") }
            })
            .await;
        }
    }
}

async fn has_warning(world: &World, name: &str) -> bool {
    let params = ListParams::default().fields(&format!("involvedObject.name={name},type=Warning"));
    !world.objects::<Event>().list(&params).await.unwrap().items.is_empty()
}

#[tokio::test]
async fn longer_names_are_of_no_use() {
    let Some(world) = World::of::<Long>("names-limits").await else { return };
    let name = |length: usize| "x".repeat(length);
    is_of_no_use::<Service>(&world, &name(64), service()).await;
    is_of_no_use::<CronJob>(&world, &name(53), cron_job()).await;
    is_of_no_use::<Job>(&world, &name(64), json!({"spec": job()})).await;
    is_of_no_use::<ConfigMap>(&world, &name(254), json!({})).await;
    // The server takes this one. How long the hash of a revision is differs: 10 characters at most.
    let set = workload("s", json!({"replicas": 1, "serviceName": "x"}));
    is_of_no_use::<StatefulSet>(&world, &name(63), set).await;
}
